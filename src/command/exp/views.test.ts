import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryLock } from '../../lib/lock.ts';
import { findPlace, openRepository } from '../../workspace/workspace.ts';
import { claimPath, experimentFolder } from './folders.ts';
import { attempted, begin, committed, discarded, labIn, type World } from './lab.fixture.ts';

let lab: World;
beforeEach(() => {
  lab = labIn();
  const one = committed(lab.journal, 'root', 'a heap for the queue', 12);
  committed(lab.journal, one, 'no copies', 15);
  const three = begin(lab.journal, one, 'inline the loop');
  attempted(lab.journal, three, { outcome: 'evaluated', score: 16, reason: 'a gate failed' });
  discarded(lab.journal, 'root', 'sort first', 'twice as slow');
});
afterEach(() => {
  lab.end();
});

describe('a run of experiments', () => {
  it('has a status of its own', async () => {
    const text = await lab.said('status');
    expect(text).toMatch(/^Spent {6}3 evaluations · /m);
    expect(text.replace(/^Spent .*\n/m, '')).toBe(
      [
        'Run r1 is open · experiments · epoch 1',
        'Fitness    node bench.js',
        'Baseline   10',
        'Best       15  +5  exp_0002',
        'Tree       2 committed · 1 evaluated · 1 discarded · 1 to branch from',
        'Candidates 3 · 3 scored · 0 invalid · 0 broken · 0 cached',
        'Trend      ▁▄█',
        'Go on: evolve exp scratchpad',
      ].join('\n'),
    );
    expect(await lab.json('status')).toMatchObject({ state: 'open', strategy: 'rounds', experiments: { frontier: 1 } });
  });

  it('has nothing to compare in a new epoch', async () => {
    lab.journal.append(() => [{ type: 'infra', reason: 'another machine', noted: true, breaking: true }]);
    expect(await lab.said('status')).toMatch(
      /\nBaseline {3}–\nBest {7}– .*\nTree .*\nBlocked {4}nothing can be compared/,
    );
    attempted(lab.journal, 'root', { outcome: 'committed', score: 30, rescore: true });
    expect(await lab.json('status')).toMatchObject({
      baseline: { score: 30 },
      best: { id: 'root', delta: 0 },
      improvements: [{ best: 30 }],
    });
    expect(await lab.json('leaderboard')).toMatchObject([
      { id: 'root', epoch: 2, delta: 0 },
      { id: 'exp_0003', epoch: 1, delta: null },
      { id: 'exp_0002', epoch: 1, delta: null },
      { id: 'exp_0001', epoch: 1, delta: null },
    ]);
  });

  it('ranks those that count before those that don’t', async () => {
    expect(await lab.said('leaderboard')).toBe(
      [
        'Rank  Experiment  Fitness  Δ baseline  Status     Epoch  Parent    Hypothesis',
        '   1  exp_0002         15          +5  committed      1  exp_0001  no copies',
        '   2  exp_0001         12          +2  committed      1  root      a heap for the queue',
        '   3  root             10           0  committed      1',
        '   4  exp_0003         16          +6  evaluated      1  exp_0001  inline the loop',
      ].join('\n'),
    );
  });

  it('is a tree of hypotheses', async () => {
    expect(await lab.said('tree')).toBe(
      [
        'root  10',
        '├─ exp_0001  12  committed  a heap for the queue',
        '│  ├─ exp_0002  15  best  committed  no copies',
        '│  └─ exp_0003  16  evaluated  inline the loop',
        '└─ exp_0004  –  discarded  sort first',
      ].join('\n'),
    );
    expect(await lab.said('path')).toMatch(/^exp_0002 {8}15 {4}\+3 {2}brief {5}no copies$/m);
  });

  it('shows, lists and exports its experiments', async () => {
    const folder = join(experimentFolder(lab.stateDir, 'r1', 'exp_0003'), 'attempts', '001');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'benchmark.log'), 'x');
    const shown = await lab.said('show', { id: 'exp_0003' });
    expect(shown).toMatch(/^Hypothesis inline the loop$/m);
    expect(shown).toMatch(/^Status {5}evaluated; all of it: evolve exp show exp_0003$/m);
    expect(shown).toMatch(/^ {2}\.evolve\/r1\/experiments\/exp_0003\/attempts\/001\/benchmark\.log$/m);
    expect(shown).not.toMatch(/eliminated|generation/);
    expect(await lab.said('runs')).toMatch(/^r1 {3}open {3}experiments {11}3 {4}15 {6}\+5 {2}node bench\.js$/m);
    const file = join(lab.cwd, 'all.csv');
    await lab.said('export', { file });
    const rows = execFileSync('cat', [file], { encoding: 'utf8' }).split('\r\n');
    expect(rows[0]).toMatch(/,hypothesis,epoch$/);
    expect(rows[4]).toMatch(/^r1,exp_0003,,brief,hand,,exp_0001,evaluated,16,.*,inline the loop,1$/);
    expect(rows[5]).toMatch(/^r1,exp_0004,.*,discarded,.*twice as slow.*,sort first,$/);
  });

  it('logs what happened in its own words', async () => {
    lab.journal.append(() => [{ type: 'infra', reason: 'cleaned the disk', noted: true }]);
    const lines = (await lab.said('log')).replace(/^ *\d+ {2}WHEN:\d\d {2}/gm, '').split('\n');
    expect(lines).toContain('exp_0003 from exp_0001: inline the loop');
    expect(lines).toContain('exp_0003 attempt 1 begins');
    expect(lines).toContain('exp_0003   EVALUATED 16  a gate failed');
    expect(lines).toContain('exp_0003 not kept (a gate failed)');
    expect(lines).toContain('exp_0004   discarded: twice as slow');
    expect(lines).toContain('infra: cleaned the disk');
  });

  it.each([
    ['stop', {}, 'nobody drives it now. End an attempt: evolve exp abort ID'],
    ['answer', { question: 'end', option: 'keep' }, 'it asks nothing. What awaits a decision: evolve exp awaiting'],
    ['replay', {}, 'What happened: evolve log'],
    ['fork', {}, 'Grow one: evolve exp new --parent ID'],
  ])('is nothing to %s', async (verb, raw, why) => {
    const before = lab.journal.tail(1)[0]?.seq;
    await expect(lab.said(verb, raw)).rejects.toThrow('Run r1 is made of experiments: ');
    await expect(lab.said(verb, raw)).rejects.toThrow(why);
    expect(lab.journal.tail(1)[0]?.seq).toBe(before);
  });
});

describe('evolve clean', () => {
  it('deletes a run of experiments whole, and not while one is evaluated', async () => {
    rmSync(join(lab.cwd, '.git'), { recursive: true });
    execFileSync('git', ['init', '-q'], { cwd: lab.cwd });
    writeFileSync(join(lab.cwd, 'a.txt'), '1\n');
    (await openRepository(await findPlace(lab.cwd))).close();
    const worktree = join(lab.stateDir, 'r1', 'worktrees', 'exp_0003');
    const log = join(experimentFolder(lab.stateDir, 'r1', 'exp_0003'), 'attempts', '001', 'benchmark.log');
    for (const file of [join(worktree, 'a.txt'), log]) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, 'x');
    }
    const claim = tryLock(claimPath(lab.stateDir, 'r1', 'exp_0003'));
    for (const input of [
      { run: 'r1', yes: true },
      { logs: true, yes: true },
    ])
      await expect(lab.said('clean', input)).rejects.toThrow(
        'exp_0003 of run r1 is being evaluated: wait for it, or end it: evolve exp abort exp_0003',
      );
    claim?.release();
    expect(existsSync(log)).toBe(true);
    const place = { kind: 'pool' as const, where: '/clones/one' };
    lab.journal.append(() => [{ type: 'leased', experiment: 'exp_0003', place }]);
    for (const input of [{ run: 'r1', yes: true }, { yes: true }])
      await expect(lab.said('clean', input)).rejects.toThrow(
        'exp_0003 has your clone /clones/one: give it back first with evolve workspace release exp_0003',
      );
    lab.journal.append(() => [{ type: 'released', experiment: 'exp_0003' }]);
    await lab.said('clean', { logs: true, yes: true });
    expect([existsSync(log), existsSync(worktree)]).toEqual([false, true]);
    await lab.said('clean', { run: 'r1', yes: true });
    expect(existsSync(join(lab.stateDir, 'r1'))).toBe(false);
    expect(lab.journal.view().run()).toBeUndefined();
  });
});
