import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evolve, json, repository, SHELL_SQUARES } from './support.ts';

const VALUE = 'an internal host name';

it('gives commands variables from a file, and writes their values nowhere', () => {
  const folder = repository({
    ...SHELL_SQUARES,
    '.gitignore': '*.env\n',
    'leak.sh':
      'echo "at $WHERE" >&2\ntest -n "$WHERE" -a -z "$OTHER" || exit 4\ntest -e fresh || exit 5\nsh bench.sh\n',
  });
  writeFileSync(join(folder, 'keys.env'), `export WHERE="${VALUE}" # quoted\nOTHER=something else\n`);
  const fitness = ['run', 'sh leak.sh', '--files', 'numbers.js'];
  const hooks = ['--before-run', 'test -n "$WHERE" && touch fresh', '--prefix', 'nice -n 1'];
  const gate = ['--gate', 'seen=echo "gate $WHERE"'];
  const limits = ['-g', '1', '-k', '2', '--yes', '--unchecked', '--json'];
  const run = evolve(folder, [...fitness, ...hooks, ...gate, ...limits, '--env-from', 'keys.env:WHERE']);
  expect(run.code, run.stderr).toBe(0);
  expect(json(run)).toMatchObject({ candidates: { invalid: 0 } });
  const logs = join(folder, '.evolve/r1/candidates/gen1-1');
  expect(readFileSync(join(logs, 'benchmark.log'), 'utf8')).toContain('at [WHERE]');
  expect(readFileSync(join(logs, 'gate_seen.log'), 'utf8')).toBe('gate [WHERE]\n');

  const shown = evolve(folder, ['env', 'show']);
  expect(shown.stdout).toBe('keys.env\n  WHERE=an…me\n');
  const all = evolve(folder, ['env', 'load', 'keys.env', '--all', '--json']);
  expect(json(all)).toEqual({ run: 'r1', path: 'keys.env', names: ['WHERE', 'OTHER'] });
  expect(evolve(folder, ['env', 'load', 'keys.env', '--allow', 'NONE']).stderr).toContain('It has: WHERE, OTHER.');
  expect(evolve(folder, ['env', 'load', 'keys.env']).stderr).toContain('--allow NAME,NAME');
  expect(evolve(folder, ['env', 'clear', 'keys.env']).stdout).toContain('no variables from keys.env any more');
  expect(json(evolve(folder, ['env', 'show', '--json']))).toEqual({ run: 'r1', sources: [] });

  const kept = readdirSync(join(folder, '.evolve'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  for (const text of [run.stdout, run.stderr, shown.stdout, all.stdout, ...kept]) expect(text).not.toContain(VALUE);
});
