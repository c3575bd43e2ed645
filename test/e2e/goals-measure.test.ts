import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, fingerprint, git, json, processesWith, repository, start, until } from './support.ts';

const goalsFile = (rows: readonly string[], directives = ''): string =>
  `# Demo\n\nBe good.\n\n${directives}## Gates\n\n| ID | Check | Weight | Description |\n|---|---|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}\n`;

const ROWS = ['tests | `test -f done.txt` | 8 | it is done', 'lint | `echo "line 3: größe"; exit 3` | 2 | clean'];
const DIRECTIVES = '## Directives\n\n### 1. Faster\n\nMake it quick.\n\n**Steer:** increase\n\n';
const LATEST = '.agents/evolve/fitness-latest.json';

const shop = (rows: readonly string[] = ROWS) =>
  repository({ 'GOALS.md': goalsFile(rows, DIRECTIVES), 'a.txt': 'a\n' });
const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

/** What a call says that is not right: one line. */
function refused(folder: string, ...args: readonly string[]): string {
  const { code, stderr } = evolve(folder, ['goals', ...args]);
  expect(code).toBe(2);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return stderr;
}

describe('evolve goals measure', () => {
  it('tells each goal, the score and what to do, and changes nothing but .agents', () => {
    const folder = shop();
    const before = fingerprint(folder);
    const { code, stdout } = evolve(folder, ['goals', 'measure']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Goal +Result +Weight +Time\ntests +fail +8 .*\nlint +fail +2 /);
    expect(stdout).toContain('Score 0: 0 of 2 goals pass.');
    expect(stdout).toContain('lint: line 3: größe');
    expect(stdout).toContain('evolve goals measure --goal tests');
    const after = Object.entries(fingerprint(folder)).filter(([path]) => !path.startsWith('.agents'));
    expect(Object.fromEntries(after)).toEqual(
      Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith('.agents'))),
    );
    expect(git(folder, 'status', '--porcelain', '--untracked-files=all')).not.toContain(LATEST);
  });

  it('is one document with --json, the same that is written', () => {
    const folder = shop();
    writeFileSync(join(folder, 'done.txt'), '');
    mkdirSync(join(folder, 'sub'));
    const snapshot = json(evolve(join(folder, 'sub'), ['goals', 'measure', '--json']));
    expect(snapshot).toMatchObject({
      git_sha: git(folder, 'rev-parse', 'HEAD').trim(),
      goals: [
        { goal_id: 'tests', result: 'pass', weight: 8 },
        { goal_id: 'lint', result: 'fail', output: 'line 3: größe' },
      ],
      summary: { total: 2, passing: 1, failing: 1, skipped: 0, score: 80 },
    });
    expect(JSON.parse(read(folder, LATEST))).toEqual(snapshot);
  });

  it('of one goal writes nothing, so that nobody takes it for all', () => {
    const folder = shop();
    const { stdout } = evolve(folder, ['goals', 'measure', '--goal', 'lint']);
    expect(stdout).toContain('line 3: größe');
    expect(existsSync(join(folder, '.agents'))).toBe(false);
    json(evolve(folder, ['goals', 'measure', '--goal', 'lint', '--output', 'one.json', '--json']));
    expect(JSON.parse(read(folder, 'one.json')).goals).toHaveLength(1);
    expect(existsSync(join(folder, '.agents'))).toBe(false);
    expect(refused(folder, 'measure', '--goal', 'nope')).toContain('There are: tests, lint.');
  });

  it('fails what does not finish, and leaves no process', () => {
    const mark = '1000.2718281';
    const folder = shop(['hangs | `setsid sleep 1000.2718281 & sleep 1000.2718281` | 5 | never', ...ROWS]);
    const snapshot = json(evolve(folder, ['goals', 'measure', '--timeout', '1s', '--json']));
    expect(snapshot.goals[0]).toMatchObject({ goal_id: 'hangs', result: 'fail', timed_out: true });
    expect(snapshot.summary).toMatchObject({ skipped: 0, failing: 3 });
    expect(processesWith(mark)).toEqual([]);
  });

  it('keeps the old snapshot when the time of the whole is over', () => {
    const folder = shop();
    evolve(folder, ['goals', 'measure']);
    const before = read(folder, LATEST);
    writeFileSync(join(folder, 'GOALS.md'), goalsFile(['slow | `sleep 1000` | 5 | slow', ...ROWS]));
    expect(refused(folder, 'measure', '--total-timeout', '1')).toContain('not slow');
    expect(read(folder, LATEST)).toBe(before);
  });

  it('ends with everything it started on Ctrl-C', async () => {
    const mark = '1000.31415926';
    const folder = shop(['hangs | `setsid sleep 1000.31415926 & touch begun; sleep 1000.31415926` | 5 | never']);
    const { child, ended } = start(folder, ['goals', 'measure']);
    await until(() => existsSync(join(folder, 'begun')));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stderr: 'evolve: interrupted.\n' });
    expect(processesWith(mark)).toEqual([]);
    expect(existsSync(join(folder, '.agents'))).toBe(false);
  });

  it('prints directives and runs nothing', () => {
    const folder = shop(['trap | `touch ran` | 5 | leaves a trace']);
    expect(json(evolve(folder, ['goals', 'measure', '--directives', '--json']))).toMatchObject([
      { number: 1, title: 'Faster', steer: 'increase' },
    ]);
    expect(evolve(folder, ['goals', 'measure', '--directives']).stdout).toBe('1. Faster (increase)\n');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    expect(refused(folder, 'measure', '--directives', '--goal', 'trap')).toContain('--goal');
    const yaml = repository({
      'GOALS.yaml': 'version: 2\nmission: m\ngoals:\n  - {id: a, description: a, check: "true", weight: 1}\n',
    });
    expect(refused(yaml, 'measure', '--directives')).toContain('GOALS.md');
    expect(json(evolve(yaml, ['goals', 'measure', '--json'])).summary.score).toBe(100);
  });

  it('keeps one baseline for an era, and another only by force', () => {
    const folder = shop();
    const { stdout } = evolve(folder, ['goals', 'measure', '--baseline']);
    expect(stdout).toMatch(/Baseline of this era: \.agents\/evolve\/fitness-baselines\/goals-[0-9a-f]{12}\/.*\.json/);
    expect(refused(folder, 'measure', '--baseline')).toContain('--force');
    expect(evolve(folder, ['goals', 'measure', '--baseline', '--force']).code).toBe(0);
    const [era = ''] = readdirSync(join(folder, '.agents/evolve/fitness-baselines'));
    expect(readdirSync(join(folder, '.agents/evolve/fitness-baselines', era))).toHaveLength(2);
    expect(refused(folder, 'measure', '--baseline', '--goal', 'lint')).toContain('all goals');
  });

  it('says what to do where there are no goals', () => {
    expect(refused(repository({ 'a.txt': 'a\n' }), 'measure')).toContain('evolve goals init');
    expect(refused(shop([]), 'measure')).toContain('evolve goals add');
    expect(refused(shop([]), 'drift')).toContain('evolve goals add');
  });
});

describe('evolve goals drift and history', () => {
  it('tell what changed since the last time, and since the baseline', () => {
    const folder = shop();
    expect(evolve(folder, ['goals', 'drift']).stdout).toContain('Nothing was measured before.');
    evolve(folder, ['goals', 'measure', '--baseline']);
    writeFileSync(join(folder, 'done.txt'), '');
    expect(json(evolve(folder, ['goals', 'drift', '--json']))).toEqual([
      { goal_id: 'tests', before: 'fail', after: 'pass', delta: 'improved', weight: 8 },
      { goal_id: 'lint', before: 'fail', after: 'fail', delta: 'unchanged', weight: 2 },
    ]);
    const { stdout } = evolve(folder, ['goals', 'drift', '--baseline']);
    expect(stdout).toContain('0 regressed, 1 improved, 1 unchanged since');
    expect(stdout).toContain('Score 0 -> 80.');

    const lines = json(evolve(folder, ['goals', 'history', '--json']));
    expect(lines.map(({ score }: { score: number }) => score)).toEqual([0, 0, 80, 80]);
    expect(evolve(folder, ['goals', 'history']).stdout).toMatch(/^When +Pass +Total +Score +Change +Commit\n/);
    expect(
      json(evolve(folder, ['goals', 'history', '--goal', 'tests', '--json'])).map(
        ({ result }: { result: string }) => result,
      ),
    ).toEqual(['fail', 'fail', 'pass', 'pass']);
    expect(json(evolve(folder, ['goals', 'history', '--since', '2099-01-01', '--json']))).toEqual([]);
    expect(refused(folder, 'history', '--since', '2026-02-30')).toContain('YYYY-MM-DD');
  });

  it('call a goal that is gone, or no longer finishes, regressed', () => {
    const folder = shop(['a | `true` | 5 | a', 'b | `test ! -f slow \\|\\| sleep 1000` | 3 | b']);
    json(evolve(folder, ['goals', 'measure', '--output', 'before.json', '--json']));
    writeFileSync(join(folder, 'GOALS.md'), goalsFile(['b | `test ! -f slow \\|\\| sleep 1000` | 3 | b']));
    writeFileSync(join(folder, 'slow'), '');
    const told = json(evolve(folder, ['goals', 'drift', '--from', 'before.json', '--timeout', '1', '--json']));
    expect(told).toEqual([
      { goal_id: 'a', before: 'pass', after: 'gone', delta: 'regressed', weight: 5 },
      { goal_id: 'b', before: 'pass', after: 'fail', delta: 'regressed', weight: 3, timed_out: true },
    ]);
    expect(refused(folder, 'drift', '--from', 'GOALS.md')).toContain('no snapshot');
  });
});
