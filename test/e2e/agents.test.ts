import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isolation } from '../../src/workspace/workspace.ts';
import {
  essence,
  evolve,
  fingerprint,
  git,
  json,
  processesWith,
  repository,
  SHELL_SQUARES,
  start,
  temporary,
  until,
} from './support.ts';

const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';

/** A score that is the sum of the numbers in src, and a test beside it. */
const SUMS = {
  'src/one.txt': '1\n',
  'src/two.txt': '2\n',
  'bench.sh': "cat src/*.txt | awk '{ sum += $1 } END { print sum }'\n",
  'test.sh': 'test -f bench.sh\n',
  '.gitignore': '*.log\n',
};

/** An agent that does what a script says, kept outside of the repository. */
function agentOf(script: string): string {
  const file = join(temporary(), 'agent.sh');
  writeFileSync(file, script);
  return `command:sh '${file}' {prompt_file}`;
}

const RUN = ['run', 'sh bench.sh', '--files', 'src/**', '-k', '2', '-g', '1', '--yes', '--json'];

function runWith(script: string, flags: readonly string[] = [], files: Readonly<Record<string, string>> = SUMS) {
  const folder = repository(files);
  const before = fingerprint(folder);
  const ran = evolve(folder, [...RUN, '--agent', agentOf(script), ...flags]);
  expect(fingerprint(folder)).toEqual(before);
  return { folder, ran, shown: (id: string) => json(evolve(folder, ['show', id, '--json'])) };
}

const diffOf = (folder: string, id = 'gen1-1') => evolve(folder, ['diff', id]).stdout;

describe('an agent that is a command', () => {
  it('wins when it improves the code, and its diff is the candidate', () => {
    const script =
      'if [ $EVOLVE_CANDIDATE = gen1-2 ]; then echo 40 > src/two.txt; else echo 3 > src/two.txt; fi; echo "Raised two"';
    const { folder, ran, shown } = runWith(script);
    expect(json(ran)).toMatchObject({
      state: 'finished',
      best: { id: 'gen1-2', score: 41 },
      candidates: { total: 2, scored: 2 },
    });
    expect(shown('best').candidate.summary).toBe('Raised two');
    expect(diffOf(folder, 'best')).toMatch(/^-2\n\+40$/m);
    expect(evolve(folder, ['show', 'best']).stdout).toMatch(
      /candidates\/gen1-2\/agent\.log[\s\S]*candidates\/gen1-2\/prompt\.md/,
    );
    expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
  });

  it('is taken by its files: committed, staged, changed, new and deleted', () => {
    const script = [
      'echo 10 > src/one.txt; git commit -qam mine',
      'echo 20 > src/three.txt; git add -A',
      'mkdir -p src/deep; echo 5 > src/four.txt; rm src/two.txt',
      `printf 'A long story\\n%s\\n' "$(head -c 300 /dev/zero | tr '\\0' x)"`,
    ].join('\n');
    const { folder, ran, shown } = runWith(script);
    expect(json(ran).best).toMatchObject({ id: 'gen1-1', score: 35 });
    expect(diffOf(folder)).toMatch(/src\/four\.txt[\s\S]*src\/one\.txt[\s\S]*src\/three\.txt[\s\S]*src\/two\.txt/);
    expect(shown('gen1-1').candidate).toMatchObject({ summary: '4 files, +3 −2 lines' });
    expect(shown('gen1-1').candidate.refused).toBeUndefined();
  });

  it('gains nothing by cheating, and what it tried is told', () => {
    const script = [
      'echo "echo 1000000" > bench.sh; echo "exit 0" > test.sh',
      "echo 'exit 0' > .git/hooks/pre-commit 2>/dev/null || { mkdir -p .git/hooks; echo 'exit 0' > .git/hooks/pre-commit; }",
      'for f in conftest.py sitecustomize.py json.py; do echo x > src/$f; done',
      'echo x > sitecustomize.py; mkdir -p node_modules; echo x > node_modules/x.js; echo x > a.log',
      'ln -s /etc/passwd src/link.txt; chmod +x src/one.txt',
      'git add -A; git commit -qm "all of it"; rm -rf .git; git init -q; git add -A; git commit -qm again',
      'echo 7 > src/two.txt',
    ].join('\n');
    const { folder, ran, shown } = runWith(script, ['--gate', 'sh test.sh']);
    expect(json(ran).best).toMatchObject({ id: 'gen1-1', score: 8 });
    const left = Object.fromEntries(
      shown('gen1-1').candidate.refused.map((one: { path: string; reason: string }) => [one.path, one.reason]),
    );
    expect(left).toEqual({
      'bench.sh': 'outside the scope (src/**)',
      'test.sh': 'outside the scope (src/**)',
      'sitecustomize.py': 'outside the scope (src/**)',
      'src/conftest.py': 'a new file that would configure the tools that measure',
      'src/sitecustomize.py': 'a new file that would configure the tools that measure',
      'src/json.py': "a new file that would be loaded instead of Python's module json",
      'src/link.txt': 'a symbolic link',
      'src/one.txt': 'a change of mode from 100644 to 100755',
    });
    expect(evolve(folder, ['show', 'gen1-1']).stdout).toContain('Left out   bench.sh: outside the scope (src/**)');
    expect(diffOf(folder).match(/^diff /gm)).toHaveLength(1);
  });

  it.runIf(namespaces)('can’t write into the user’s folder, our state or another’s worktree', () => {
    const folder = repository(SUMS);
    const before = fingerprint(folder);
    const script = [
      `for f in hacked src/one.txt bench.sh .git/config .evolve/hacked .evolve/git/config .evolve/r1/hacked; do (echo 999 > '${folder}'/$f) 2>/dev/null && echo "wrote $f"; done`,
      `(rm -rf '${folder}/src') 2>/dev/null; (touch ../beside) 2>/dev/null && echo wrote beside`,
      `(cd '${folder}' && git config user.name evil && git commit -q --allow-empty -m evil) 2>/dev/null && echo wrote git`,
      'rm -rf .git; git rev-parse --git-dir 2>/dev/null && echo found git',
      'echo 9 > src/two.txt; echo fine',
    ].join('\n');
    const ran = evolve(folder, [...RUN, '--agent', agentOf(script)]);
    expect(json(ran).best).toMatchObject({ score: 10 });
    expect(readFileSync(join(folder, '.evolve/r1/candidates/gen1-1/agent.log'), 'utf8')).toBe('fine\n');
    expect(fingerprint(folder)).toEqual(before);
  });

  it.runIf(namespaces)('leaves no daemon', () => {
    const seconds = `8${process.pid}.25`;
    const { ran } = runWith(`setsid sleep ${seconds} >/dev/null 2>&1 &\necho 9 > src/two.txt`);
    expect(json(ran).best).toMatchObject({ score: 10 });
    expect(processesWith(seconds)).toEqual([]);
  });

  it('that fails, hangs or changes nothing costs its proposal only', () => {
    const script = [
      'case $EVOLVE_CANDIDATE in',
      '  gen1-1) echo 50 > src/two.txt; echo "no credit" >&2; exit 3;;',
      '  gen1-2) sleep 1000;;',
      '  gen1-3) echo "I improved everything greatly";;',
      '  gen1-4) echo "echo 99" > bench.sh; echo "Made it fast";;',
      '  *) echo 6 > src/two.txt;;',
      'esac',
    ].join('\n');
    const { folder, ran, shown } = runWith(script, ['-k', '5', '--agent-timeout', '4s']);
    expect(json(ran)).toMatchObject({
      state: 'finished',
      best: { id: 'gen1-5', score: 7 },
      proposals: { made: 5, dropped: 2, unchanged: 2 },
      candidates: { total: 1 },
    });
    expect(shown('gen1-1').dropped).toEqual({ kind: 'failed', reason: 'the agent exited with code 3: no credit' });
    expect(shown('gen1-2').dropped).toEqual({ kind: 'failed', reason: 'the agent ran longer than 4 s' });
    expect(shown('gen1-3').dropped).toEqual({ kind: 'unchanged', reason: 'the files are the same as the parent’s' });
    expect(shown('gen1-4').dropped.reason).toContain('left out bench.sh: outside the scope');
    expect(readdirSync(join(folder, '.evolve/r1/candidates/gen1-1'))).toEqual(['agent.log', 'prompt.md']);
  });

  it('whose program is missing stops the run as broken, charged to nobody', () => {
    const folder = repository(SUMS);
    const ran = evolve(folder, [...RUN, '--agent', 'command:no-such-agent-is-installed {prompt_file}']);
    expect(ran.code).toBe(1);
    expect(ran.stderr + ran.stdout).toMatch(/the agent can't be started: .*no-such-agent-is-installed/);
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({
      state: 'stopped',
      stop: { cause: 'broken' },
      candidates: { total: 0 },
    });
    const resumed = evolve(folder, [...RUN, '--resume', '--agent', agentOf('echo 9 > src/two.txt')]);
    expect(json(resumed)).toMatchObject({ state: 'finished', best: { score: 10 }, candidates: { total: 2 } });
  });

  it('that nobody knows is a mistake that leaves nothing behind', () => {
    const folder = repository(SUMS);
    const ran = evolve(folder, [...RUN, '--agent', 'hal9000']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('There is no agent "hal9000". There are: ');
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
  });

  it('is told the scope and its lens, which the leaderboard shows', () => {
    const { folder } = runWith('echo $EVOLVE_CANDIDATE | tr -dc 0-9 > src/two.txt', [
      '--lens',
      'tables,sorting',
      '--goal',
      'a larger sum',
    ]);
    const prompts = ['gen1-1', 'gen1-2'].map((id) =>
      readFileSync(join(folder, `.evolve/r1/candidates/${id}/prompt.md`), 'utf8'),
    );
    expect(prompts[0]).toContain('Your direction: tables');
    expect(prompts[1]).toContain('Your direction: sorting');
    for (const prompt of prompts) {
      for (const part of ['a larger sum', 'sh bench.sh', 'higher is better', '- src/**', 'src/one.txt:'])
        expect(prompt).toContain(part);
    }
    const board = evolve(folder, ['leaderboard']).stdout;
    expect(board).toContain('mutate (tables)');
    expect(board).toContain('mutate (sorting)');
  });

  it('works in the folder that the run was started in', () => {
    const folder = repository({ 'pkg/a b/n.txt': '1\n', 'pkg/a b/bench.sh': 'cat n.txt\n', 'other.txt': 'x\n' });
    const here = join(folder, 'pkg/a b');
    const script = agentOf('test -f ../../other.txt && echo 5 > n.txt');
    const ran = evolve(here, [
      'run',
      'sh bench.sh',
      '--files',
      'n.txt',
      '-k',
      '2',
      '-g',
      '1',
      '--yes',
      '--json',
      '--agent',
      script,
    ]);
    expect(json(ran).best).toMatchObject({ score: 5 });
  });

  it('changes only what lies between markers, where a file has them', () => {
    const marked = 'top=1\n# EVOLVE-BLOCK-START\nn=1\n# EVOLVE-BLOCK-END\nbottom=1\n';
    const files = { 'code.sh': marked, 'bench.sh': '. ./code.sh; echo $((n + top * 100))\n' };
    const script = 'case $EVOLVE_CANDIDATE in gen1-1) sed -i "s/=1/=9/" code.sh;; *) echo "n=99" > code.sh;; esac';
    const folder = repository(files);
    const ran = evolve(folder, [
      'run',
      'sh bench.sh',
      '--files',
      'code.sh',
      '-k',
      '2',
      '-g',
      '1',
      '--yes',
      '--json',
      '--agent',
      agentOf(script),
    ]);
    expect(json(ran)).toMatchObject({ best: { id: 'gen1-1', score: 109 }, candidates: { total: 1 } });
    const shown = (id: string) => evolve(folder, ['show', id]).stdout;
    expect(shown('gen1-1')).toContain('Left out   code.sh: text outside its EVOLVE-BLOCK markers');
    expect(shown('gen1-2')).toContain('the EVOLVE-BLOCK markers were changed');
  });
});

describe('a key that an agent has', () => {
  const key = 'sk-0123456789abcdef';
  const script = [
    'echo "log in with $SOME_API_KEY"',
    'echo "$SOME_API_KEY" >&2',
    'echo 5 > src/two.txt',
    'case $EVOLVE_CANDIDATE in *-2) echo "$SOME_API_KEY" > src/key.txt;; esac',
  ].join('\n');

  it('comes to it, and from it into no log, prompt, journal or candidate', () => {
    const folder = repository(SUMS);
    const args = [...RUN, '-g', '2', '--agent', agentOf(script)];
    json(evolve(folder, args, { SOME_API_KEY: key }));
    expect(
      git(folder, 'grep', '--no-index', '--no-exclude-standard', '-lF', 'SOME_API_KEY', '--', '.evolve'),
    ).toContain('agent.log');
    const found = spawnSync('grep', ['-rlF', key, '.evolve'], { cwd: folder, encoding: 'utf8' });
    expect(found.stdout).toBe('');
    const { candidate } = json(evolve(folder, ['show', 'gen1-2', '--json']));
    expect(candidate.refused).toEqual([{ path: 'src/key.txt', reason: 'it holds the value of SOME_API_KEY' }]);
  });
});

describe('two parents', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `${index} 1`).join('\n');
  const files = { 'src/n.txt': `${lines}\n`, 'bench.sh': "awk '{ sum += $2 } END { print sum }' src/n.txt\n" };
  const cross = (script: string) => runWith(script, ['-k', '4', '-g', '2', '--parallel', '4'], files);

  it('are merged before the agent starts, and the merge alone is a change', () => {
    const script =
      'case $EVOLVE_CANDIDATE in gen1-1) sed -i "s/^1 1/1 50/" src/n.txt;; gen1-2) sed -i "s/^9 1/9 40/" src/n.txt;; gen1-*) sed -i "s/^5 1/5 2/" src/n.txt;; *) git status --short;; esac';
    const { folder, ran, shown } = cross(script);
    const crossed = shown('gen2-2');
    expect(crossed.proposal).toMatchObject({ operator: 'cross', parents: ['gen1-1', 'gen1-2'] });
    expect(json(ran).best).toMatchObject({ id: 'gen2-2', score: 100 });
    expect(
      git(join(folder, '.evolve/git'), 'log', '--format=%P', '-1', crossed.candidate.commit).trim().split(' '),
    ).toHaveLength(2);
  });

  it('that conflict are the agent’s to resolve', () => {
    const change =
      'case $EVOLVE_CANDIDATE in gen1-1) sed -i "s/^1 1/1 50/" src/n.txt;; gen1-2) sed -i "s/^1 1/1 40/" src/n.txt;; gen1-*) sed -i "s/^5 1/5 2/" src/n.txt;;';
    const left = cross(`${change} esac`);
    expect(left.shown('gen2-2').dropped).toEqual({
      kind: 'failed',
      reason: 'the agent left conflict markers in src/n.txt',
    });
    const prompt = readFileSync(join(left.folder, '.evolve/r1/candidates/gen2-2/prompt.md'), 'utf8');
    expect(prompt).toMatch(/conflict markers[^\n]*\n+- src\/n\.txt/);
    const solved = cross(
      `${change} gen2-2) sed -i '/^<<<<<<</d; /^=======/,/^>>>>>>>/d; s/^9 1/9 60/' src/n.txt;; esac`,
    );
    expect(json(solved.ran).best).toMatchObject({ id: 'gen2-2', score: 120 });
  });
});

describe('a run by an agent', () => {
  const script =
    'n=$(cat src/two.txt); case $EVOLVE_CANDIDATE in *-1) echo $((n + 3));; *) echo $((n + 2));; esac > src/two.txt';
  const args = (agent: string) => [
    'run',
    'sh bench.sh',
    '--files',
    'src/**',
    '-k',
    '3',
    '-g',
    '3',
    '--yes',
    '--json',
    '--agent',
    agent,
  ];

  it('comes to the same end when it is killed at any step', () => {
    const agent = agentOf(script);
    const whole = repository(SUMS);
    json(evolve(whole, args(agent)));
    const killed = repository(SUMS);
    let kills = 0;
    for (let at = 2; ; at += 5) {
      const ran = evolve(killed, [...args(agent), '--resume'], { GALAPAGOS_KILL_AT: String(at) });
      if (ran.signal === null) break;
      kills++;
    }
    json(evolve(killed, [...args(agent), '--resume']));
    expect(kills).toBeGreaterThan(2);
    expect(essence(killed)).toEqual(essence(whole));
    expect(existsSync(join(killed, '.evolve/r1/lanes'))).toBe(false);
  });

  it('killed while the agent works leaves no process and goes on', async () => {
    const mark = join(temporary(), 'mark');
    const seconds = `9${process.pid}.5`;
    const agent = agentOf(`if [ ! -e '${mark}' ]; then touch '${mark}'; sleep ${seconds}; fi\n${script}`);
    const folder = repository(SUMS);
    const { child, ended } = start(folder, [...args(agent), '--parallel', '1']);
    await until(() => existsSync(mark) && processesWith(seconds).length > 0);
    child.kill('SIGKILL');
    await ended;
    if (namespaces) await until(() => processesWith(seconds).length === 0);
    expect(json(evolve(folder, [...args(agent), '--resume']))).toMatchObject({
      state: 'finished',
      best: { score: 9 },
    });
  });
});

describe('an agent that can not work', () => {
  it.each([
    ['2', /no proposal came to anything|proposals in a row failed/],
    ['8', /8 proposals in a row failed, the last one: .*please log in/],
  ])('with k = %s ends the run with its reason and a failing exit', (k, reason) => {
    const folder = repository(SHELL_SQUARES);
    const agent = "command:echo 'please log in' >&2; exit 1";
    const run = ['run', 'sh bench.sh', '--files', 'numbers.js', '--agent', agent, '-k', k, '--yes'];
    const result = evolve(folder, run);
    expect(result.code).toBe(1);
    expect(`${result.stdout}${result.stderr}`).toMatch(reason);
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'stopped', stop: { cause: 'broken' } });
    expect(evolve(folder, [...run, '--resume']).code).toBe(1);
  });
});
