import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Evaluation } from '../../../domain/evaluation.ts';
import type { EvaluateJob } from '../../../domain/lane.ts';
import { advise, fooledBy, forgedBy } from './advice.ts';
import { attempt, type Bench } from './attempt.ts';
import type { Case, Findings, Kind, Verdict } from './case.ts';
import { checkedIn, remember } from './checked.ts';
import { judge } from './judge.ts';
import { mutants } from './mutants.ts';
import { conclusion, refusal, reportOf, startLines } from './summary.ts';
import { type Aim, tricks } from './tricks.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-red-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scored = (...samples: number[]): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples,
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages: [],
});
const invalid: Evaluation = { outcome: 'invalid', epoch: 0, reason: 'benchmark exited with code 1', stages: [] };
const broken: Evaluation = { outcome: 'broken', reason: 'the disk is full', stages: [] };

const a = (kind: Kind, id: string = kind): Case => ({
  id,
  kind,
  what: id,
  made: { changes: new Map([['a.js', Buffer.from(id)]]) },
});
const found = (cases: readonly (readonly [Kind, Verdict])[], noisy = false): Findings => ({
  fitness: 'sh bench.sh',
  baseline: 5,
  unchanged: [5],
  noisy,
  cases: cases.map(([kind, verdict], index) => ({ id: `${kind}-${index}`, kind, what: '', verdict, score: 9 })),
});

describe('judging', () => {
  it.each([
    ['failing', scored(6), 'rewarded'],
    ['failing', scored(5), 'unnoticed'],
    ['failing', scored(4), 'caught'],
    ['failing', invalid, 'caught'],
    ['forging', scored(6), 'rewarded'],
    ['forging', scored(5), 'caught'],
    ['forging', invalid, 'caught'],
    ['mutant', scored(6), 'noticed'],
    ['mutant', scored(5), 'unnoticed'],
    ['mutant', scored(4), 'noticed'],
    ['mutant', invalid, 'noticed'],
    ['control', scored(5), 'same'],
    ['control', scored(4), 'changed'],
    ['control', invalid, 'changed'],
    ['failing', broken, 'not-tried'],
  ] as const)('%s %j: %s', (kind, evaluation, verdict) => {
    expect(judge(a(kind), evaluation, [5, 5], 'max').verdict).toBe(verdict);
  });
});

describe('attempting', () => {
  const never = new AbortController().signal;
  const bench = (evaluate: (job: EvaluateJob, signal: AbortSignal) => Promise<Evaluation>, unchanged = [5]): Bench => ({
    lanes: {
      evaluate,
      apply: () => Promise.reject(new Error('nothing is applied')),
      answer: () => Promise.reject(new Error('nothing is asked')),
    },
    seed: { id: 'seed', commit: '0', tree: '0' },
    unchanged,
    direction: 'max',
    width: 2,
    commit: async (id) => ({ id, commit: id, tree: id }),
  });

  it('names what it had no time for, and ends what was under way', async () => {
    const over = new AbortController();
    const seen: string[] = [];
    const lanes = bench(async ({ candidate }, signal) => {
      seen.push(candidate.id);
      if (candidate.id === 'slow') {
        over.abort();
        signal.throwIfAborted();
      }
      return candidate.id.startsWith('seed') ? scored(5) : invalid;
    });
    const cases = [a('failing', 'empty'), a('failing', 'slow'), a('failing', 'late'), a('mutant', 'm')];
    const { tried } = await attempt({ ...lanes, width: 1 }, cases, never, over.signal);
    expect(tried.map(({ id, verdict, left }) => [id, verdict, left])).toEqual([
      ['seed-1', 'same', undefined],
      ['seed-2', 'same', undefined],
      ['empty', 'caught', undefined],
      ['slow', 'not-tried', 'time'],
      ['late', 'not-tried', 'time'],
      ['m', 'not-tried', 'time'],
    ]);
    expect(seen).not.toContain('late');
    const findings = { ...found([]), cases: tried };
    expect(startLines(findings)[1]).toBe('not tried: slow, late, 1 small change (no time left)');
  });

  it('rejects when it is cancelled', async () => {
    const cancelled = new AbortController();
    const lanes = bench(async (_, signal) => {
      cancelled.abort(new Error('interrupted'));
      signal.throwIfAborted();
      return invalid;
    });
    await expect(attempt(lanes, [], cancelled.signal, never)).rejects.toThrow('interrupted');
  });

  it('believes no lucky run where there is noise', async () => {
    const scores: Record<string, number[]> = { lucky: [50, 5], cheat: [50, 60] };
    let nth = 0;
    const lanes = bench(async ({ candidate: { id } }) => scored(scores[id]?.shift() ?? 5 + (nth++ % 3) / 10), [5, 5.1]);
    const cases = [a('failing', 'lucky'), a('failing', 'cheat')];
    const { tried, unchanged } = await attempt({ ...lanes, width: 1 }, cases, never, never);
    expect(unchanged).toHaveLength(6);
    expect(tried.slice(-2).map(({ verdict }) => verdict)).toEqual(['unnoticed', 'rewarded']);
  });
});

describe('made-up targets', () => {
  const aim: Aim = { direction: 'min', channel: 'metric', metric: 'time', sleepSeconds: 9, oneByOne: 3 };
  const targets = (files: Readonly<Record<string, string>>) =>
    Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) }));
  const texts = (cases: readonly Case[], id: string) => {
    const made = cases.find((one) => one.id === id)?.made ?? { missing: 'no such case' };
    return 'missing' in made
      ? made.missing
      : Object.fromEntries([...made.changes].map(([path, content]) => [path, content?.toString() ?? null]));
  };

  it('forge in the form that the unchanged code uses', () => {
    const cases = tricks(targets({ 'a.py': 'x = 1\n' }), aim);
    expect(texts(cases, 'prints')).toMatchObject({ 'a.py': expect.stringContaining('METRIC time=-1e+300') });
    expect(texts(cases, 'writes')).toMatchObject({ 'a.py': expect.stringContaining('\\"time\\":-1e+300') });
    expect(texts(cases, 'empty')).toEqual({ 'a.py': '' });
    expect(texts(cases, 'deleted')).toEqual({ 'a.py': null });
    expect(cases.at(-1)?.id).toBe('sleeps');
  });

  it('are emptied together, and one by one where there are several', () => {
    const cases = tricks(targets({ 'a.py': 'x = 1\n', 'b.txt': '2\n' }), aim);
    expect(texts(cases, 'empty')).toEqual({ 'a.py': '', 'b.txt': '' });
    expect(texts(cases, 'empty-2')).toEqual({ 'b.txt': '' });
    expect(texts(cases, 'raises')).toEqual({ 'a.py': 'raise RuntimeError("galapagos doctor")\nx = 1\n' });
  });

  it('change nothing outside of marked blocks', () => {
    const text = 'def f():\n    # EVOLVE-BLOCK-START\n    x = 1\n    # EVOLVE-BLOCK-END\n    return x\n';
    const cases = tricks(targets({ 'a.py': text }), aim);
    expect(texts(cases, 'empty')).toEqual({ 'a.py': text.replace('    x = 1\n', '') });
    expect(texts(cases, 'raises')).toEqual({
      'a.py': text.replace('    x', '    raise RuntimeError("galapagos doctor")\n    x'),
    });
    expect(texts(cases, 'deleted')).toContain('markers');
  });

  it('are no text at all in a language that nobody knows', () => {
    const cases = tricks(targets({ 'weights.txt': '1 2 3\n' }), aim);
    expect(texts(cases, 'raises')).toMatchObject({ 'weights.txt': expect.stringContaining('galapagos') });
    expect(texts(cases, 'exits')).toContain('not known how');
  });

  it('are mutated each in another way, and the same way each time', async () => {
    const files = targets({ 'a.js': 'module.exports = (a, b) => (a > b ? a * 2 + b : b - a);\n', 'b.txt': '1' });
    const drawn = await mutants(files, 8, 1);
    expect(new Set(drawn.map((one) => JSON.stringify(texts([one], one.id)))).size).toBe(8);
    expect(await mutants(files, 8, 1)).toEqual(drawn);
    expect(await mutants(targets({ 'b.txt': '1' }), 8, 1)).toMatchObject([{ made: { missing: expect.anything() } }]);
  });
});

describe('what is said', () => {
  it('is little when all is well', () => {
    const well = found([
      ['failing', 'caught'],
      ['forging', 'caught'],
      ...Array.from({ length: 4 }, () => ['mutant', 'noticed'] as const),
    ]);
    expect(advise(well)).toEqual([]);
    expect(startLines(well)).toEqual([
      'checked the fitness command: 2 tricks tried, none worked; it noticed 4 of 4 small changes',
    ]);
    expect(reportOf(well)).toMatchObject({ ok: true, mutants: { tried: 4, noticed: 4, killRate: 1 } });
  });

  it('is what to add when not', () => {
    const fooled = found([
      ['failing', 'rewarded'],
      ['forging', 'rewarded'],
      ...Array.from({ length: 5 }, () => ['mutant', 'unnoticed'] as const),
    ]);
    expect([fooledBy(fooled).length, forgedBy(fooled).length]).toEqual([1, 1]);
    expect(advise(fooled).map((line) => /--gate|child process|more inputs/.exec(line)?.[0])).toEqual([
      '--gate',
      'child process',
      'more inputs',
    ]);
    expect(reportOf(fooled)).toMatchObject({ ok: false, mutants: { killRate: 0 } });
    expect(conclusion(reportOf(fooled)).at(-1)).toContain('--force');
    expect(refusal(['empty', 'raises', 'empty-2'], '')).toContain(
      'is empty, or fails when it is loaded, or is partly empty',
    );
  });

  it('is more seeds where the score varies', () => {
    expect(advise(found([['control', 'changed']], true))).toEqual([expect.stringContaining('EVOLVE_SEED')]);
    expect(advise(found([['control', 'changed']]))).toEqual([expect.stringContaining('depends on the text')]);
  });
});

describe('what was checked', () => {
  it('is remembered, bounded, the newest last, and leaves no drafts', () => {
    for (let nth = 0; nth < 70; nth++) remember(folder, { key: String(nth), rewarded: [] });
    remember(folder, { key: '50', rewarded: ['empty'] });
    const kept = checkedIn(folder);
    expect(kept).toHaveLength(64);
    expect(kept.at(-1)).toEqual({ key: '50', rewarded: ['empty'] });
    expect(kept.filter(({ key }) => key === '50')).toHaveLength(1);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  it('is forgotten when it can’t be read', () => {
    writeFileSync(join(folder, 'checked.json'), readFileSync(join(folder, 'checked.json'), 'utf8').slice(0, 40));
    expect(checkedIn(folder)).toEqual([]);
    writeFileSync(join(folder, 'checked.json'), '[{"key": 1}, {"key": "a", "rewarded": [2]}]');
    expect(checkedIn(folder)).toEqual([]);
  });
});
