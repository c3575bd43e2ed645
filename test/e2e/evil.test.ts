import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isolation } from '../../src/workspace/workspace.ts';
import { evolve, git, json, processesWith, repository, SHELL_SQUARES, temporary, write } from './support.ts';

const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';

/** A benchmark that behaves for the seed and does `evil` for the first candidate. */
const evilFor = (evil: string) =>
  `if [ "$EVOLVE_CANDIDATE" = gen1-1 ]; then\n${evil}\nfi\n${SHELL_SQUARES['bench.sh']}`;

function runWith(evil: string, flags: readonly string[] = []) {
  const folder = repository({ ...SHELL_SQUARES, 'bench.sh': evilFor(evil) });
  const args = [
    'run',
    'sh bench.sh',
    '--files',
    'numbers.js',
    '-k',
    '3',
    '-g',
    '1',
    '--parallel',
    '1',
    '--yes',
    '--json',
  ];
  const report = json(evolve(folder, [...args, ...flags]));
  const shown = json(evolve(folder, ['show', 'gen1-1', '--json']));
  return { folder, report, shown };
}

describe('an evaluator that misbehaves', () => {
  it.each([
    ['hangs', 'sleep 1000', 'benchmark ran longer than 3 s'],
    ['ignores SIGTERM', "trap '' TERM INT HUP\nwhile :; do :; done", 'benchmark ran longer than 3 s'],
    ['exits 0 early without a word', 'exit 0', 'benchmark printed no number (stdout is empty)'],
    ['exits 1', 'echo oops >&2; exit 1', 'benchmark exited with code 1'],
    ['segfaults', 'kill -SEGV $$', 'benchmark was ended by SIGSEGV'],
    ['prints NaN', 'echo NaN; exit 0', 'benchmark printed no number: the last line of stdout is "NaN"'],
    ['prints Infinity', 'echo 1e999; exit 0', 'benchmark printed the score Infinity, which is not finite'],
    [
      'overwrites the benchmark while it runs',
      'echo "echo 1e9" > bench.sh; echo 5; exit 0',
      'benchmark tampered: changed bench.sh, which it may not',
    ],
    [
      'deletes the benchmark while it runs',
      'rm bench.sh; echo 5; exit 0',
      'benchmark tampered: changed bench.sh, which it may not',
    ],
    [
      'reports by another channel than the seed',
      'echo \'{"score": 1e9}\' > "$EVOLVE_RESULT"; exit 0',
      'benchmark printed no number',
    ],
  ])('and %s is invalid with that reason, and the run goes on', (_name, evil, reason) => {
    const { report, shown } = runWith(evil, ['--timeout', '3']);
    expect(shown.evaluation.outcome).toBe('invalid');
    expect(shown.evaluation.reason).toContain(reason.slice(0, 60));
    expect(report).toMatchObject({ state: 'finished', candidates: { total: 3, invalid: 1, scored: 2, broken: 0 } });
    expect(report.best.id).not.toBe('gen1-1');
  });

  it('and prints 100 MB has its score read and its log bounded', () => {
    const { folder, shown } = runWith("head -c 100000000 /dev/zero | tr '\\0' x; echo");
    expect(shown.evaluation.outcome).toBe('scored');
    expect(readFileSync(join(folder, '.evolve/r1/candidates/gen1-1/benchmark.log')).length).toBeLessThan(6_000_000);
  });

  it('and eats memory is ended by its limit', () => {
    const { shown } = runWith('node -e "const a = []; for (;;) a.push(Buffer.alloc(1e7, 1))"', ['--memory', '200M']);
    expect(shown.evaluation).toMatchObject({ outcome: 'invalid', reason: 'benchmark used more than 200 MB of memory' });
  });

  it('and leaves a forged cache gains nothing for the next candidate', () => {
    const folder = repository({
      ...SHELL_SQUARES,
      '.gitignore': 'cache/\n',
      'bench.sh': `if [ -f cache/score ]; then cat cache/score; exit 0; fi\nif [ "$EVOLVE_CANDIDATE" = gen1-1 ]; then mkdir -p cache; echo 1e9 > cache/score; echo 1e9 > "$TMPDIR/score"; fi\nif [ -f "$TMPDIR/score" ] && [ "$EVOLVE_CANDIDATE" != gen1-1 ]; then echo 1e9; exit 0; fi\n${SHELL_SQUARES['bench.sh']}`,
    });
    const report = json(
      evolve(folder, [
        'run',
        'sh bench.sh',
        '--files',
        'numbers.js',
        '-g',
        '2',
        '--parallel',
        '1',
        '--repeat',
        '2',
        '--yes',
        '--json',
      ]),
    );
    expect(report.best.score).toBeLessThanOrEqual(0);
  });

  it.skipIf(!namespaces)('and forks a daemon leaves nothing alive (needs PID namespaces)', () => {
    const mark = `evil-daemon-${process.pid}`;
    const { shown } = runWith(
      `env -i setsid sh -c 'sleep 1000; : ${mark}' </dev/null >/dev/null 2>&1 &\nenv -i setsid sh -c 'sleep 1000; : ${mark}' &`,
    );
    expect(shown.evaluation.outcome).toBe('scored');
    expect(processesWith(mark)).toEqual([]);
  });
});

describe.skipIf(process.getuid?.() !== 0 && process.env.GALAPAGOS_REQUIRE !== 'all')(
  'a full disk (needs root for a small tmpfs)',
  () => {
    let mounted: string | undefined;
    afterEach(() => {
      if (mounted !== undefined) execFileSync('umount', ['-l', mounted]);
      mounted = undefined;
    });

    function smallDisk(): string {
      const folder = join(temporary(), 'disk');
      mkdirSync(folder);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]);
      mounted = folder;
      return folder;
    }

    it('that a candidate filled makes it invalid, and the run goes on', () => {
      const folder = smallDisk();
      write(folder, { ...SHELL_SQUARES, 'bench.sh': evilFor('cat /dev/zero > filled; exit 3') });
      git(folder, 'init', '-q', '-b', 'main');
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', 'start');
      const report = json(
        evolve(folder, [
          'run',
          'sh bench.sh',
          '--files',
          'numbers.js',
          '-k',
          '3',
          '-g',
          '1',
          '--parallel',
          '1',
          '--yes',
          '--json',
        ]),
      );
      expect(report).toMatchObject({ state: 'finished', candidates: { invalid: 1, scored: 2, broken: 0 } });
    });

    it('that is not a candidate’s doing is charged to nobody and stops the run with exit 1', () => {
      const folder = smallDisk();
      const outside = temporary();
      // The whole disk is filled from outside the checkout while a candidate is measured.
      write(folder, {
        ...SHELL_SQUARES,
        'bench.sh': evilFor(
          `cat /dev/zero > '${join(folder, 'foreign')}' 2>/dev/null; touch '${join(outside, 'filled')}'; exit 3`,
        ),
      });
      git(folder, 'init', '-q', '-b', 'main');
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', 'start');
      const args = [
        'run',
        'sh bench.sh',
        '--files',
        'numbers.js',
        '-k',
        '3',
        '-g',
        '1',
        '--parallel',
        '1',
        '--yes',
        '--json',
        ...['--allow-write', folder, '--allow-write', outside],
      ];
      const full = evolve(folder, args);
      expect(existsSync(join(outside, 'filled'))).toBe(true);
      expect(full.code).toBe(1);
      expect(full.stderr).toContain('disk is full');
      expect(full.stderr).not.toContain('bug');
      execFileSync('rm', [join(folder, 'foreign')]);
      git(folder, 'status', '--porcelain');
      const status = json(evolve(folder, ['status', '--json']));
      expect(status.candidates.invalid).toBe(0);
      expect(['stopped', 'interrupted']).toContain(status.state);
    });
  },
);
