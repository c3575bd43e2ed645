import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goalsOf, snapshotOf } from '../../domain/goals.fixture.ts';
import { LADDER, type Ladder } from '../../domain/ladder.ts';
import { parseSnapshot } from '../../domain/snapshot.ts';
import { baselineIn, keepBaseline } from './baseline.ts';
import { keepEra } from './era.ts';
import { historyIn, keepMeasurement, latestMeasurement, snapshotAt } from './history.ts';
import { keepLatest } from './latest.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'evolve-fitness-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const ERA = '0123456789ab';
const at = (day: number, goals: Parameters<typeof snapshotOf>[0]) => ({
  ...snapshotOf(goals),
  at: `2026-03-0${day}T10:00:00.000Z`,
});
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

describe('the baseline of an era', () => {
  it('is kept once, and never written again', () => {
    const kept = keepBaseline(root, ERA, at(1, { a: 'pass' }));
    expect(kept?.path).toBe(`.agents/evolve/fitness-baselines/goals-${ERA}/2026-03-01T10-00-00.000Z.json`);
    expect(keepBaseline(root, ERA, at(2, { a: 'fail' }))).toBeUndefined();
    expect(baselineIn(root, ERA)).toEqual({ path: kept?.path, snapshot: at(1, { a: 'pass' }) });
    expect(keepBaseline(root, 'ffffffffffff', at(2, { a: 'fail' }))).toBeDefined();
  });

  it('that is wanted again stands beside the first, even of the same moment', () => {
    const first = keepBaseline(root, ERA, at(1, { a: 'pass' }));
    const before = textOf(first?.path ?? '');
    const second = keepBaseline(root, ERA, at(1, { a: 'fail' }), { force: true });
    expect(second?.path).not.toBe(first?.path);
    expect(textOf(first?.path ?? '')).toBe(before);
    expect(baselineIn(root, ERA)?.snapshot.goals).toMatchObject([{ result: 'fail' }]);
    expect(readdirSync(join(root, dirname(first?.path ?? '')))).toHaveLength(2);
  });

  it('is the newest that can be read', () => {
    keepBaseline(root, ERA, at(1, { a: 'pass' }));
    put(`.agents/evolve/fitness-baselines/goals-${ERA}/2026-03-02.json`, '{ "goals": ');
    expect(baselineIn(root, ERA)?.snapshot.at).toBe('2026-03-01T10:00:00.000Z');
    expect(baselineIn(root, 'ffffffffffff')).toBeUndefined();
  });
});

describe('the baseline of a session', () => {
  const goals = goalsOf(ERA);
  const desk = (more: Partial<Ladder> = {}) => ({
    root,
    ladder: { ...LADDER, ...more },
    snapshotOf: async (id: string) => (id === 'c1' ? at(1, { a: 'fail' }) : at(2, { a: 'pass' })),
  });

  it('is what the first base came to', async () => {
    await keepEra(desk(), { goals }, { id: 'c1' });
    await keepEra(desk(), { goals }, { id: 'c2' });
    expect(baselineIn(root, ERA)?.snapshot).toEqual(at(1, { a: 'fail' }));
  });

  it.each<Partial<Ladder>>([{ skipBaseline: true }, { dryRun: true }, { mode: 'beads-only' }])(
    'is not taken with %j',
    async (more) => {
      await keepEra(desk(more), { goals }, { id: 'c1' });
      expect(readdirSync(root)).toEqual([]);
    },
  );

  it('is not there without goals, or without a measurement', async () => {
    await keepEra(desk(), {}, { id: 'c1' });
    await keepEra({ ...desk(), snapshotOf: async () => undefined }, { goals }, { id: 'c1' });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('measurements', () => {
  it('are kept, with a line each that names the snapshot', () => {
    keepMeasurement(root, at(1, { a: 'pass' }));
    keepMeasurement(root, at(2, { a: 'pass', b: 'fail' }));
    const lines = textOf('.agents/ao/goals/history.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      {
        timestamp: '2026-03-01T10:00:00.000Z',
        goals_passing: 1,
        goals_total: 1,
        score: 100,
        snapshot_path: '.agents/ao/goals/baselines/2026-03-01T10-00-00.000Z.json',
        git_sha: 'abc1234',
      },
      {
        timestamp: '2026-03-02T10:00:00.000Z',
        goals_passing: 1,
        goals_total: 2,
        goals_added: 1,
        score: 50,
        snapshot_path: '.agents/ao/goals/baselines/2026-03-02T10-00-00.000Z.json',
        git_sha: 'abc1234',
      },
    ]);
    expect(historyIn(root).map((one) => snapshotAt(root, one)?.goals.length)).toEqual([1, 2]);
    expect(latestMeasurement(root)).toEqual(at(2, { a: 'pass', b: 'fail' }));
  });

  it('of the same moment are two', () => {
    keepMeasurement(root, at(1, { a: 'pass' }));
    keepMeasurement(root, at(1, { a: 'fail' }));
    expect(latestMeasurement(root)?.goals).toMatchObject([{ result: 'fail' }]);
  });

  it('survive a torn line, others that nobody can read, and snapshots that are gone', () => {
    const good =
      '{"timestamp":"2026-02-01T00:00:00Z","goals_passing":59,"goals_total":60,"score":98.3,"snapshot_path":"gone.json","git_sha":"abc1234"}';
    put('.agents/ao/goals/history.jsonl', `${good}\nnot json\n[1]\n{"timestamp":"soon"}\n{"timestamp":"2026-0`);
    expect(latestMeasurement(root)).toBeUndefined();
    keepMeasurement(root, at(1, { a: 'pass' }));
    expect(historyIn(root).map(({ at: when }) => when)).toEqual(['2026-02-01T00:00:00Z', '2026-03-01T10:00:00.000Z']);
    expect(latestMeasurement(root)).toEqual(at(1, { a: 'pass' }));
  });
});

describe('the rolling snapshot', () => {
  it('is replaced as a whole, and stays out of git with the other state', () => {
    keepLatest(root, at(1, { a: 'pass' }));
    keepLatest(root, at(2, { a: 'time' }));
    expect(parseSnapshot(textOf('.agents/evolve/fitness-latest.json'))).toEqual(at(2, { a: 'time' }));
    expect(readdirSync(join(root, '.agents/evolve')).sort()).toEqual(['.gitignore', 'fitness-latest.json']);
    expect(textOf('.agents/evolve/.gitignore')).toBe('*\n');
  });

  it('leaves rules of the user’s own alone', () => {
    put('.agents/evolve/.gitignore', '*.log\n');
    keepLatest(root, at(1, { a: 'pass' }));
    expect(textOf('.agents/evolve/.gitignore')).toBe('*.log\n');
  });
});
