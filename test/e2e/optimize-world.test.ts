import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isComparable } from '../../src/domain/conclusion.ts';
import {
  asked,
  entriesIn,
  optimize,
  type Problem,
  patchOf,
  planted,
  SORT,
  SORTED,
  TASKS,
  VECTOR,
} from './optimize-lab.ts';
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
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
    expect(fingerprint(lab.folder)).toEqual(before);
  });
});

it('rounds end for one reason, and go on by the same command', () => {
  const lab = planted(VECTOR);
  const ended = (values: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
    json(optimize(lab.folder, ...lab.agent('author', values), '--subagents', '1', ...flags));

  const none = ended({ brief: 'none' });
  expect(none).toMatchObject({ stop: { cause: 'briefs' }, experiments: 0, rounds: [{ round: 1, experiments: 0 }] });

  const two = ended({}, '--rounds', '3', '--depth', '1');
  expect(two).toMatchObject({ stop: { cause: 'rounds' }, best: { id: 'r3-l0-d0', score: -13 } });

  const few = ended({}, '--rounds', '9', '--depth', '3', '--budget-evals', '5');
  expect(few).toMatchObject({ stop: { cause: 'evaluations' } });
  expect(few.counts.committed).toBeLessThanOrEqual(5);

  const stale = ended({ lanes: 'comment' }, '--budget-evals', '50', '--rounds', '20', '--stall', '2', '--depth', '1');
  expect(stale.stop).toEqual({ cause: 'stall', reason: 'no new best for 2 rounds' });
  expect(stale.rounds.slice(-2)).toMatchObject([
    { improved: null, stall: 1 },
    { improved: null, stall: 2 },
  ]);
});
