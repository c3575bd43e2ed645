import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isComparable } from '../../src/domain/conclusion.ts';
import { exp } from './exp-lab.ts';
import { asked, entriesIn, optimize, type Problem, planted, SORT, SORTED, TASKS, VECTOR } from './optimize-lab.ts';
import { fingerprint, json } from './support.ts';

/** Who works in which lane, who verifies, and what comes of it. */
const WORLDS: readonly (readonly [string, Problem, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    'numbers, with one who edits the benchmark and one who crashes',
    VECTOR,
    { lanes: 'honest+edit-bench+crash', verify: 'blind', scan: 'liar' },
    ['--subagents', '3', '--depth', '4', '--ceiling', '0'],
  ],
  [
    'tasks, with one who knows the answers and one who commits by himself',
    TASKS,
    { lanes: 'commits+hard-code+comment', brief: 'many' },
    ['--subagents', '3', '--depth', '3', '--ceiling', '1'],
  ],
  [
    'sorting, with a verifier who sees nothing before it is measured',
    SORT,
    { lanes: 'hard-code+honest+garbage', verify: 'blind', brief: 'unknown' },
    ['--subagents', '3', '--depth', '3', '--ceiling', String(SORTED)],
  ],
];

describe('rounds among all kinds of agents', () => {
  it.each(WORLDS)('reach the optimum and commit no cheat: %s', (_name, problem, values, flags) => {
    const lab = planted(problem);
    const before = fingerprint(lab.folder);
    const ended = json(optimize(lab.folder, ...lab.agent('author', values), ...flags));
    expect(ended).toMatchObject({ state: 'finished', stop: { cause: 'ceiling' }, best: { score: problem.optimum } });
    const kept = entriesIn(lab.folder).filter((one) => isComparable(one) && one.proposal.operator !== 'seed');
    expect(kept.length).toBeGreaterThan(2);
    for (const { proposal } of kept) {
      const patch = patchOf(lab.folder, proposal.id);
      expect([...patch.matchAll(/^diff --git a\/(\S+)/gm)].map(([, path]) => path?.split('/')[0])).toContain('lib');
      expect(patch, proposal.id).not.toMatch(/^diff --git a\/(?!lib\/)/m);
      expect(patch, proposal.id).not.toContain('KNOWN');
    }
    // What a scanner has made up reaches nobody.
    const others = asked(lab).filter(({ step }) => step !== 'scanner');
    expect(others.filter(({ file }) => readFileSync(file, 'utf8').includes('INVENTED'))).toEqual([]);
    // Each call is made once.
    const calls = asked(lab).map(({ step, candidate, hash }) => `${step} ${candidate} ${hash}`);
    expect(new Set(calls).size).toBe(calls.length);
    expect(fingerprint(lab.folder)).toEqual(before);
  });
});

describe('rounds end for one reason', () => {
  const SMALL = ['--subagents', '1', '--depth', '1'];
  const ended = (values: Readonly<Record<string, string>>, ...flags: readonly string[]) => {
    const lab = planted(VECTOR);
    return json(optimize(lab.folder, ...lab.agent('author', values), ...SMALL, ...flags));
  };

  it('no new best for some rounds', () => {
    const { stop, rounds, best } = ended({ lanes: 'comment' }, '--stall', '2');
    expect(stop).toEqual({ cause: 'stall', reason: 'no new best for 2 rounds' });
    expect(rounds).toMatchObject([
      { improved: null, stall: 1 },
      { improved: null, stall: 2 },
    ]);
    expect(best.id).toBe('root');
  });

  it('rounds, though each is better than the last', () => {
    expect(ended({}, '--rounds', '2')).toMatchObject({
      stop: { cause: 'rounds' },
      best: { id: 'r2-l0-d0', score: -13 },
    });
  });

  it('evaluations, in the middle of a lane', () => {
    const { stop, experiments, counts } = ended({}, '--depth', '5', '--budget-evals', '3');
    expect(stop).toMatchObject({ cause: 'evaluations' });
    expect(experiments).toBe(counts.committed);
    expect(experiments).toBeLessThanOrEqual(3);
  });

  it('nobody has a brief', () => {
    expect(ended({ brief: 'none' })).toMatchObject({ stop: { cause: 'briefs' }, experiments: 0 });
    expect(ended({ brief: 'garbage' }).stop).toMatchObject({
      cause: 'briefs',
      reason: expect.stringContaining('JSON'),
    });
  });

  it('nothing to branch from', () => {
    const lab = planted(VECTOR);
    exp(lab.folder, 'prune', 'root', '--reason', 'no more of this');
    expect(json(optimize(lab.folder, ...lab.agent('author'), ...SMALL)).stop).toMatchObject({ cause: 'frontier' });
    expect(asked(lab)).toEqual([]);
  });
});
