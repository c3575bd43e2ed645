import type { ClaimAnswer } from '../domain/cycle.ts';
import type { Question } from '../domain/question.ts';
import type { Desk } from './desk.ts';
import { alone } from './files.ts';
import { claimIssue, markIssue } from './issue-claim.ts';
import { claimItem } from './next-work/claim.ts';
import { putInProgress } from './state/queue.ts';
import { type Claim, claimsIn, putClaims } from './state/session.ts';

type ClaimQuestion = Extract<Question, { readonly of: 'claim' }>;

/** Where an item is kept, and its name there. */
export type Kept =
  | { readonly in: 'next-work' }
  | { readonly in: 'tracker'; readonly id: string }
  | { readonly in: 'queue'; readonly id: string }
  /** It follows from the goals. */
  | { readonly in: 'goals' };

export function keptIn(ref: string): Kept {
  if (ref.startsWith('source_epic=')) return { in: 'next-work' };
  const [, place, id = ''] = /^(beads|queue):([\s\S]+)$/.exec(ref) ?? [];
  if (place === 'beads') return { in: 'tracker', id };
  return place === 'queue' ? { in: 'queue', id } : { in: 'goals' };
}

/**
 * Takes an item unless somebody else was faster. Contract: asked again by the same run it is the same claim; nobody is told of a claim
 * that is not noted.
 */
export async function claim(desk: Desk, question: ClaimQuestion, signal: AbortSignal): Promise<ClaimAnswer> {
  const { work, owner, at } = question;
  const own: Claim = { ref: work.ref, by: owner, at, run: desk.runId };
  const kept = keptIn(work.ref);
  switch (kept.in) {
    case 'next-work': {
      const answer = await claimItem(desk.root, work.ref, { owner, at }, signal);
      if (answer.claimed) await note(desk, own, signal);
      return answer;
    }
    case 'tracker': {
      // Noted first: who is killed after the tracker was told finds the claim to be its own.
      const before = await note(desk, own, signal);
      const answer = await claimIssue(desk, kept.id, isSame(before, own), signal);
      if (!answer.claimed) await unnote(desk, own, signal);
      return answer;
    }
    case 'queue':
      await note(desk, own, signal);
      await alone(desk.root, signal, () => putInProgress(desk.root, kept.id));
      await markIssue(desk, kept.id, signal);
      return { claimed: true };
    case 'goals':
      await note(desk, own, signal);
      return { claimed: true };
  }
}

/** Gives what was noted of the same item before. */
function note({ root }: Desk, own: Claim, signal: AbortSignal): Promise<Claim | undefined> {
  return alone(root, signal, () => {
    const claims = claimsIn(root);
    const before = claims.find(({ ref }) => ref === own.ref);
    putClaims(root, [...claims.filter(({ ref }) => ref !== own.ref), own]);
    return before;
  });
}

function unnote({ root }: Desk, own: Claim, signal: AbortSignal): Promise<void> {
  return alone(root, signal, () =>
    putClaims(
      root,
      claimsIn(root).filter((one) => !isSame(one, own)),
    ),
  );
}

const isSame = (a: Claim | undefined, b: Claim): boolean =>
  a !== undefined && a.ref === b.ref && a.by === b.by && a.at === b.at && a.run === b.run;
