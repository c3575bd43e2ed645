import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check, CheckRun } from './check.ts';
import { goalOf } from './goal.fixture.ts';
import { type Measurement, measureGoals } from './measure.ts';

const never = new AbortController().signal;
const ended = (more: Partial<Extract<Check, { kind: 'ended' }>> = {}): Check => ({
  ...{ kind: 'ended', passed: true, ms: 1234.5, stdout: '', stderr: '', truncated: false },
  ...more,
});

const measurement = (goals: Measurement['goals'], run: CheckRun, more: Partial<Measurement> = {}): Measurement => ({
  ...{ goals, run, now: () => Date.UTC(2026, 2, 1), sha: 'abc' },
  ...more,
});

/** Ends checks one by one, and knows which ran at the same time. */
function stage() {
  const open = new Map<string, () => void>();
  const order: string[] = [];
  const together: string[][] = [];
  const run: CheckRun = (goal) =>
    new Promise((resolve) => {
      order.push(goal.id);
      open.set(goal.id, () => {
        open.delete(goal.id);
        resolve(ended());
      });
      together.push([...open.keys()]);
    });
  return { run, open, order, together };
}

/** Ends what runs, the oldest or the newest first, until nothing is left. */
async function endAll(open: Map<string, () => void>, pick: (among: readonly string[]) => string | undefined) {
  for (;;) {
    // Promises that are due come first.
    await new Promise((resolve) => setImmediate(resolve));
    const next = pick([...open.keys()]);
    if (next === undefined) return;
    open.get(next)?.();
  }
}

describe('measuring', () => {
  it('takes meta-goals first and alone, then two at once, then heavy ones alone; results are in the order of the file', async () => {
    const goals = [
      goalOf('tests', 'npm test'),
      goalOf('a'),
      goalOf('meta-1', 'true', { type: 'meta' }),
      goalOf('b'),
      goalOf('build', 'make all'),
      goalOf('c'),
      goalOf('meta-2', 'npm test', { type: 'meta' }),
    ];
    const { run, open, order, together } = stage();
    const measured = measureGoals(measurement(goals, run), never);
    await endAll(open, (among) => among[0]);
    expect(order).toEqual(['meta-1', 'meta-2', 'a', 'b', 'c', 'tests', 'build']);
    expect(together).toEqual([['meta-1'], ['meta-2'], ['a'], ['a', 'b'], ['b', 'c'], ['tests'], ['build']]);
    const result = await measured;
    expect(result.kind === 'measured' && result.snapshot.goals.map(({ goal }) => goal)).toEqual(
      goals.map(({ id }) => id),
    );
  });

  it('never runs more at once than it may, nor anything beside a heavy check, in whatever order they end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('light', 'heavy', 'meta'), { maxLength: 8 }),
        fc.infiniteStream(fc.nat({ max: 7 })),
        async (kinds, draws) => {
          const goals = kinds.map((kind, index) =>
            goalOf(
              `${kind}-${index}`,
              kind === 'heavy' ? 'cargo test' : 'true',
              kind === 'meta' ? { type: 'meta' } : {},
            ),
          );
          const { run, open, together } = stage();
          const measured = measureGoals(measurement(goals, run), never);
          await endAll(open, (among) => among[(draws.next().value ?? 0) % Math.max(1, among.length)]);
          for (const group of together) {
            expect(group.length).toBeLessThanOrEqual(2);
            if (group.some((id) => !id.startsWith('light'))) expect(group).toHaveLength(1);
          }
          const result = await measured;
          expect(result.kind === 'measured' && result.snapshot.goals.length).toBe(goals.length);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('keeps what was printed, in so many characters, and a number where that is all', async () => {
    const continuous = { metric: 'coverage', threshold: 80 };
    const printed: Readonly<Record<string, Check>> = {
      number: ended({ stdout: ' 86.5\n' }),
      low: ended({ stdout: '-1e2', passed: false }),
      words: ended({ stdout: '86.5 %\n' }),
      both: ended({ stdout: '86', stderr: 'warning' }),
      endless: ended({ stdout: 'Infinity' }),
      cut: ended({ stdout: '1', truncated: true }),
      long: ended({ stdout: `${'é'.repeat(300)}${'🦎'.repeat(400)}end` }),
      hangs: ended({ passed: false, timedOut: true, stdout: 'so far', why: 'did not finish' }),
    };
    const goals = Object.keys(printed).map((id) => goalOf(id, 'true', { continuous }));
    const result = await measureGoals(
      measurement(goals, async ({ id }) => printed[id] ?? ended()),
      never,
    );
    if (result.kind !== 'measured') throw new Error(result.reason);
    expect(result.snapshot).toMatchObject({ at: '2026-03-01T00:00:00.000Z', sha: 'abc' });
    const of = Object.fromEntries(result.snapshot.goals.map((one) => [one.goal, one]));
    expect(of.number).toEqual({
      ...{ goal: 'number', result: 'pass', value: 86.5, threshold: 80, seconds: 1.235, output: '86.5', weight: 5 },
    });
    // Whether it passes is for the exit code to say.
    expect(of.low).toMatchObject({ result: 'fail', value: -100, threshold: 80 });
    for (const id of ['words', 'both', 'endless', 'cut']) expect(of[id]).not.toHaveProperty('value');
    expect(of.both?.output).toBe('86\nwarning');
    expect(Array.from(of.long?.output ?? '')).toHaveLength(500);
    expect(of.long?.output).toMatch(/^é+\n…\n🦎+end$/u);
    expect(of.hangs).toMatchObject({ result: 'fail', timedOut: true, output: 'so far\ndid not finish' });
  });

  it('is broken when the machine fails, whatever the other checks say, and ends them', async () => {
    const ends: string[] = [];
    const run: CheckRun = ({ id }, signal) =>
      id === 'broken'
        ? Promise.resolve({ kind: 'broken', reason: 'no more processes' })
        : new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              ends.push(id);
              reject(signal.reason);
            }),
          );
    const goals = [goalOf('hangs'), goalOf('broken'), goalOf('waits')];
    expect(await measureGoals(measurement(goals, run), never)).toEqual({
      kind: 'broken',
      reason: 'goal broken: no more processes',
    });
    expect(ends).toEqual(['hangs']);
  });

  it('rejects when aborted, after its checks have ended', async () => {
    const controller = new AbortController();
    let over = false;
    const run: CheckRun = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () =>
          setImmediate(() => {
            over = true;
            reject(signal.reason);
          }),
        );
        controller.abort(new Error('enough'));
      });
    await expect(measureGoals(measurement([goalOf('a'), goalOf('b')], run), controller.signal)).rejects.toThrow(
      'enough',
    );
    expect(over).toBe(true);
  });

  it('says which goals are left when the time of the whole is over', async () => {
    const run: CheckRun = ({ id }, signal) =>
      id === 'quick'
        ? Promise.resolve(ended())
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const goals = [goalOf('quick'), goalOf('slow'), goalOf('tests', 'go test ./...')];
    const result = await measureGoals(measurement(goals, run, { totalSeconds: 0.05 }), never);
    expect(result).toEqual({
      kind: 'unfinished',
      reason: 'after 0.05 s 1 of 3 goals were measured; not slow, tests',
    });
  });

  it('of nothing is a snapshot of nothing', async () => {
    const result = await measureGoals(
      measurement([], async () => ended()),
      never,
    );
    expect(result).toEqual({ kind: 'measured', snapshot: { at: '2026-03-01T00:00:00.000Z', sha: 'abc', goals: [] } });
  });
});
