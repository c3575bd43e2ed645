import { type Challenge, challengeOf, heldOutRuns } from '../domain/challenge.ts';
import { sequential, spreadOf } from '../domain/compare.ts';
import { NOISE } from '../domain/config.ts';
import type { Comparison, Evaluation, Pair } from '../domain/evaluation.ts';
import type { Event } from '../domain/event.ts';
import { isSideBySideAnswer, type Question, type SideBySideAnswer } from '../domain/question.ts';
import { rng } from '../domain/rng.ts';
import type { View } from '../domain/view.ts';
import { boundary } from '../lib/seam.ts';
import { reasonOf, unlessSpent } from './answer.ts';
import type { Driving } from './loop.ts';
import type { Machine } from './machine.ts';
import { drop, needEntry, versionOf, watched } from './work.ts';

/** Two pairs: A B, B A. */
const BLOCK = 2;

/** Where challenges are met, and what it comes to when there is no money to meet one. */
export interface Ring extends Pick<Driving, 'journal' | 'lanes'> {
  unpaid(view: View, candidate: string, reason: string): readonly Event[];
}

/** A candidate of a search that nobody can pay for is dropped. */
export const ringOf = (driving: Driving): Ring => ({
  journal: driving.journal,
  lanes: driving.lanes,
  unpaid: (view, candidate, reason) => drop(driving, view, candidate, 'failed', reason, true),
});

/**
 * Measures an evaluated candidate until it can be placed: again, beside the best, held-out.
 * Contract: each step is recorded when it is done, so that a driver that is killed loses at most one.
 */
export async function settle(id: string, driving: Driving, machine: Machine, signal: AbortSignal): Promise<void> {
  const next = (view: View): Challenge | undefined => {
    const entry = needEntry(view, id);
    return entry.placement === undefined ? challengeOf(view, entry) : undefined;
  };
  const ring = ringOf(driving);
  while (await meet(next, ring, machine, signal));
}

/** Measures what is next; false when that is nothing. */
export async function meet(
  next: (view: View) => Challenge | undefined,
  ring: Ring,
  machine: Machine,
  signal: AbortSignal,
): Promise<boolean> {
  const view = ring.journal.view();
  const challenge = next(view);
  if (challenge === undefined) return false;
  const sound = challenge.kind === 'compare' ? [challenge.against] : [];
  const measured = await measure(questionOf(challenge, view), ring, machine, signal, sound);
  boundary();
  await machine.append((now) => {
    if (JSON.stringify(next(now)) !== JSON.stringify(challenge)) return [];
    if (measured.spent !== undefined) return ring.unpaid(now, challenge.candidate, measured.spent);
    if (measured.failed !== undefined) return [unrepeatable(challenge, measured.failed, now)];
    return eventsOf(challenge, measured.samples, now);
  });
  return true;
}

/** Measures a candidate once more, for the record. */
export async function sampleAgain(id: string, driving: Driving, machine: Machine, signal: AbortSignal): Promise<void> {
  const part = `fresh-${driving.journal.view().run()?.freshAt ?? 0}`;
  const question: Question = { key: `again/${id}`, of: 'side-by-side', candidates: [id], repeats: 1, part };
  const measured = await measure(question, driving, machine, signal);
  // One that fails is as good as before; it is tried again later.
  await machine.append((now) =>
    needEntry(now, id).evaluation?.outcome === 'scored'
      ? [{ type: 'sampled', candidate: id, samples: measured.samples[0] ?? [] }]
      : [],
  );
}

function questionOf(challenge: Challenge, view: View): Question {
  const { candidate: id } = challenge;
  switch (challenge.kind) {
    case 'repeat':
      return {
        key: `again/${id}`,
        of: 'side-by-side',
        candidates: [id],
        repeats: challenge.repeats,
        part: String(samplesOf(view, id)),
      };
    case 'compare':
      return {
        key: `compare/${id}`,
        of: 'side-by-side',
        candidates: inTurn(view, id, challenge.against),
        repeats: BLOCK,
        part: `${challenge.against}-${comparisonOf(view, id, challenge.against)?.pairs.length ?? 0}`,
      };
    case 'holdout':
      return {
        key: `holdout/${id}`,
        of: 'holdout',
        candidate: id,
        repeats: heldOutRuns(view.run()?.noisy === true),
      };
  }
}

function eventsOf(challenge: Challenge, samples: readonly (readonly number[])[], view: View): readonly Event[] {
  const { candidate: id } = challenge;
  const [ones = [], others = []] = samples;
  switch (challenge.kind) {
    case 'repeat':
      return [{ type: 'sampled', candidate: id, samples: ones }];
    case 'holdout':
      return [{ type: 'held-out', candidate: id, samples: ones }];
    case 'compare': {
      const { against, alpha } = challenge;
      const first = inTurn(view, id, against)[0] === id;
      const pairs = ones.map((one, index): Pair => {
        const other = others[index] ?? Number.NaN;
        return first ? [one, other] : [other, one];
      });
      const before = comparisonOf(view, id, against);
      const spread = before?.spread ?? spreadNow(view, against);
      const { margin, limit } = view.run()?.config.fixed.noise ?? NOISE;
      const rule = { alpha, margin, limit, spread };
      const verdict = sequential([...(before?.pairs ?? []), ...pairs], directionOf(view), rule);
      return [{ type: 'compared', candidate: id, against, pairs, alpha, spread, verdict }];
    }
  }
}

/** Who begins a block is drawn: a machine with a rhythm would favour whoever always begins. */
function inTurn(view: View, id: string, against: string): readonly [string, string] {
  const seed = view.run()?.config.fixed.seed ?? 0;
  const heads = rng(seed, 'turn', id, against, comparisonOf(view, id, against)?.pairs.length ?? 0).int(2) === 0;
  return heads ? [id, against] : [against, id];
}

function comparisonOf(view: View, id: string, other: string): Comparison | undefined {
  const { evaluation } = needEntry(view, id);
  if (evaluation?.outcome !== 'scored') return undefined;
  return evaluation.comparisons.find(({ against }) => against === other);
}

const directionOf = (view: View) => view.run()?.config.fixed.direction ?? 'max';

/** After so many it is measured again. */
function samplesOf(view: View, id: string): number {
  const { evaluation } = needEntry(view, id);
  return evaluation?.outcome === 'scored' ? evaluation.samples.length : 0;
}

function spreadNow(view: View, id: string): number {
  const { evaluation } = needEntry(view, id);
  return evaluation?.outcome === 'scored' ? spreadOf(evaluation.samples) : 0;
}

/** A score that can't be had twice is none. */
function unrepeatable({ candidate, kind }: Challenge, why: string, view: View): Event {
  const reason = `${kind === 'holdout' ? 'held-out' : 'measured again'}: ${why}`;
  const evaluation: Evaluation = { outcome: 'invalid', epoch: view.run()?.epoch ?? 0, reason, stages: [] };
  return { type: 'evaluated', candidate, evaluation };
}

type Taken = SideBySideAnswer & { readonly spent?: string };

/**
 * The best passed before, and so did whoever else is `sound`: that it fails now is the machine's doing. `spent` is why there was
 * no money for it.
 */
async function measure(
  question: Question,
  ring: Pick<Ring, 'journal' | 'lanes'>,
  machine: Machine,
  signal: AbortSignal,
  sound: readonly string[] = [],
): Promise<Taken> {
  const view = ring.journal.view();
  const ids =
    question.of === 'side-by-side' ? question.candidates : question.of === 'holdout' ? [question.candidate] : [];
  const candidates = ids.map((id) => versionOf(view, id));
  const best = view.best()?.proposal.id;
  let spent: string | undefined;
  const { answer } = await machine.persist(question.key, async () => {
    const asked = await ring.lanes.answer({ question, candidates, ...watched(view) }, signal);
    const answered = unlessSpent(asked, () => {
      spent = reasonOf(asked);
      return { samples: ids.map(() => []) };
    });
    if (answered.kind === 'broken' || !isSideBySideAnswer(answered.answer)) return answered;
    const { failed, by } = answered.answer;
    if (failed === undefined || by === undefined || (by !== best && !sound.includes(by))) return answered;
    const who = by === best ? 'the best' : by;
    return { kind: 'broken' as const, reason: `${who}, which was fine before, fails: ${failed}` };
  });
  if (!isSideBySideAnswer(answer)) throw new Error(`nothing was measured for ${question.key}`);
  return spent === undefined ? answer : { ...answer, spent };
}
