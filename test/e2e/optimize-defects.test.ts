import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exp } from './exp-lab.ts';
import { asked, type Lab, optimize, optimizeArgs, planted, treeOf, VECTOR } from './optimize-lab.ts';
import { fingerprint, json, start, temporary, until, write } from './support.ts';

const counted = (lab: Lab): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { step } of asked(lab)) counts[step] = (counts[step] ?? 0) + 1;
  return counts;
};

const experimentsOf = ({ folder }: Lab) =>
  Object.fromEntries(treeOf(folder).experiments.map((one) => [one.proposal.id, one]));

/** Whose files scanners were shown. */
const scanned = (lab: Lab): readonly string[] =>
  asked(lab)
    .filter(({ step }) => step === 'scanner')
    .flatMap(({ file }) => [...readFileSync(file, 'utf8').matchAll(/^### (\S+)$/gm)].map(([, id = '']) => id));

it('a cheat that is found after it was measured never counts, a tie is not deepened, and agents only think', () => {
  const lab = planted(VECTOR);
  const before = fingerprint(lab.folder);
  const agent = lab.agent('author', { lanes: 'hard-code+comment', verify: 'blind' });
  const first = json(
    optimize(lab.folder, ...agent, '--subagents', '2', '--depth', '2', '--stall', '1', '--ceiling', '0'),
  );
  // It scored what nobody can better.
  expect(first).toMatchObject({
    stop: { cause: 'stall' },
    best: { id: 'root' },
    rounds: [{ improved: null, stall: 1 }],
  });
  expect(experimentsOf(lab)).toMatchObject({
    'r1-l0-d0': { status: 'pruned', invalid: 'r1-l0-d0', score: 0 },
    'r1-l1-d0': { status: 'discarded', proposal: { parents: ['root'] } },
    'r1-l1-d1': { status: 'discarded', proposal: { parents: ['root'] } },
  });
  expect(exp(lab.folder, 'frontier').nodes).toMatchObject([{ id: 'root' }]);
  expect(counted(lab)).toEqual({ scanner: 1, ideator: 2, briefer: 1, author: 3, verify: 3, audit: 1 });
  // Told by role, of the round and of all.
  const spell = (calls: number) => ({ calls, usd: expect.closeTo(calls / 100, 6), tokens: 1100 * calls, unpriced: 0 });
  const cost = { scanner: spell(1), ideator: spell(2), briefer: spell(1), author: spell(3), verifier: spell(4) };
  expect(first.rounds[0].cost).toEqual(cost);
  expect(first.cost).toEqual(cost);

  // An honest one is a new best, though the cheat had scored more.
  const honest = lab.agent('author', { lanes: 'honest+careless' });
  const second = json(optimize(lab.folder, ...honest, '--rounds', '2'));
  expect(second).toMatchObject({ stop: { cause: 'rounds' }, rounds: [{}, { improved: { score: -13 }, stall: 0 }] });
  // What a gate stops is mended, as one more attempt at the same experiment.
  expect(experimentsOf(lab)['r2-l1-d0']).toMatchObject({
    status: 'committed',
    attempts: [
      { attempt: 1, outcome: 'evaluated' },
      { attempt: 2, outcome: 'committed', score: -16 },
    ],
  });
  expect(experimentsOf(lab)['r2-l1-d1']).toBeUndefined();
  const seen = scanned(lab);
  expect(seen.length).toBeGreaterThan(3);
  expect(new Set(seen).size).toBe(seen.length);
  expect(fingerprint(lab.folder)).toEqual(before);
});

it('a lane waits for no other, somebody works by hand meanwhile, and a verifier sees all of a change', async () => {
  const place = temporary();
  const lab = planted(VECTOR, place);
  const hold = join(place, 'hold');
  mkdirSync(hold);
  const slow = join(hold, 'author.r1-l1-d0');
  writeFileSync(slow, '');
  const agent = lab.agent('author', { lanes: 'commits+honest', hold });
  const args = optimizeArgs(...agent, '--subagents', '2', '--depth', '2', '--rounds', '2');
  const { ended } = start(lab.folder, args);
  // The next round's scan of the quick lane begins while the slow one is at its first change.
  await until(() => scanned(lab).includes('r1-l0-d1'));
  const { id, worktree } = exp(lab.folder, 'new', '--parent', 'r1-l0-d1', '-m', 'by hand');
  write(worktree, { 'lib/vector.txt': 'x=6\ny=9\nz=0\n' });
  expect(exp(lab.folder, 'eval', id)).toMatchObject({ outcome: 'committed', score: -4, is_best: true });
  rmSync(slow);
  const { best, rounds, stop } = json(await ended);
  expect(stop).toMatchObject({ cause: 'rounds' });
  // The second round goes on from what was made by hand.
  expect(best).toMatchObject({
    score: 0,
    path: ['root', 'r1-l0-d0', 'r1-l0-d1', id, expect.stringMatching(/^r2-/), expect.anything()],
  });
  expect(rounds).toMatchObject([{ experiments: 4 }, { improved: { score: 0 } }]);
  const looked = asked(lab).filter(({ step, candidate }) => step === 'verify' && candidate === 'r1-l0-d0');
  expect(looked.length).toBe(1);
  for (const { file } of looked) {
    const shown = readFileSync(file, 'utf8');
    for (const part of ['+SELF-COMMITTED', '+STAGED', '+UNTRACKED', '+x=3']) expect(shown).toContain(part);
  }
});

it('briefs that mean the same are one, and money is a limit', () => {
  const lab = planted(VECTOR);
  const agent = lab.agent('author', { brief: 'repeat' });
  const ended = json(optimize(lab.folder, ...agent, '--subagents', '3', '--depth', '9', '--budget-usd', '0.12'));
  const [first] = treeOf(lab.folder).rounds;
  expect(first?.plan).toMatchObject({
    briefs: [{}],
    dropped: [{ reason: 'too near to brief 1' }, { reason: 'too near to brief 1' }],
  });
  expect(ended.stop).toMatchObject({ cause: 'usd' });
  expect(asked(lab).length).toBeLessThanOrEqual(13);
});
