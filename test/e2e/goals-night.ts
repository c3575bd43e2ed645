import { expect } from 'vitest';
import {
  asked,
  commitsOf,
  goalsRun,
  type Lab,
  ledgerFaults,
  ledgerOf,
  openClaims,
  redOnes,
  shop,
} from './goals-lab.ts';
import { fingerprint, git, json } from './support.ts';

/** Who works on what: somebody breaks other goals, somebody the tests; some crash, some do nothing, some change what measures them. */
const PEOPLE = [
  'lint:regresses,improves',
  'coverage:crashes,mends',
  'docs:idle,greedy',
  'part-1:overreaches,breaks,improves',
  'part-3:careless',
  'part-5:breaks,regresses,improves',
].join('+');

export interface Night {
  readonly lab: Lab;
  readonly ended: ReturnType<typeof json>;
}

/** A night with agents of all kinds on a small repository, and all that must hold of it whatever they do. */
export function night(cycles: number, parts: number): Night {
  const lab = shop({ parts, weather: true });
  const values = { people: PEOPLE, weather: '1', strict: '1', follow: 'lint:Add the part f1' };
  const before = fingerprint(lab.folder);
  const ended = json(goalsRun(lab, ...lab.agent('author', values), '--max-cycles', String(cycles), '--no-test-first'));
  const lines = ledgerOf(lab);
  expect(ended).toMatchObject({ state: 'finished', stop: { cause: 'cycles' } });
  expect(lines.length).toBe(cycles);
  expect(ended.goals.score).toBeGreaterThan(ended.before.score);
  const passing = (failing: readonly string[]) => (goal: string) => !failing.includes(goal);
  const passedBefore = ['tests', 'no-todo', 'short-lines'];
  expect(passedBefore.filter(passing(ended.goals.failing))).toEqual(passedBefore);
  expect(redOnes(lab, commitsOf(lab))).toEqual([]);
  expect(redOnes(lab, commitsOf(lab), '! grep -rn TODO lib && sh check/lines.sh')).toEqual([]);
  expect(openClaims(lab)).toEqual([]);
  expect(ledgerFaults(lab)).toEqual([]);
  const landed = lines.filter(({ result }) => result === 'improved');
  expect(commitsOf(lab).length).toBe(2 * landed.length);
  expect(ended.landed).toBe(landed.length);
  // What it was measured by is as it was.
  expect(
    git(lab.folder, 'diff', '--stat', 'main', 'evolve/goals', '--', 'GOALS.md', 'PROGRAM.md', 'check', '.github'),
  ).toBe('');
  const after = Object.entries(fingerprint(lab.folder)).filter(([path]) => !/^\.(agents|git)\//.test(path));
  expect(after).toEqual(Object.entries(before).filter(([path]) => !/^\.(agents|git)\//.test(path)));
  expect(git(lab.folder, 'status', '--porcelain').trim()).toMatch(/^(\?\? \.agents\/)?$/);
  expect(asked(lab).length).toBeGreaterThan(cycles);
  return { lab, ended };
}
