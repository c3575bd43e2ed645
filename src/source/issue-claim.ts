import type { ClaimAnswer, Fate } from '../domain/cycle.ts';
import type { Desk } from './desk.ts';
import { trackerAt } from './tracker/tracker.ts';

/** Marks an issue as worked on. One that somebody else works on is lost; `ours` was marked by us before. */
export async function claimIssue(desk: Desk, id: string, ours: boolean, signal: AbortSignal): Promise<ClaimAnswer> {
  const tracker = await trackerAt(desk);
  const found = await tracker.show(id, signal);
  if (found.kind === 'absent') return { claimed: false, by: 'there is no tracker' };
  if (found.kind === 'silent') return { claimed: false, by: found.warning };
  const { state, assignee } = found.value;
  if (state === 'closed' || state === 'other')
    return { claimed: false, by: `it is ${state === 'closed' ? 'closed' : 'not open'}` };
  if (state === 'taken') return ours ? { claimed: true } : { claimed: false, by: assignee ?? 'somebody else' };
  const taken = await tracker.update(id, 'in_progress', signal);
  return taken.kind === 'silent' ? { claimed: false, by: taken.warning } : { claimed: true };
}

/** An item of the user's queue may be an issue as well. Whether it is, and who has it, is no reason to leave it. */
export async function markIssue(desk: Desk, id: string, signal: AbortSignal): Promise<void> {
  const tracker = await trackerAt(desk);
  const found = await tracker.show(id, signal);
  if (found.kind === 'said' && found.value.id === id && found.value.state === 'open')
    await tracker.update(id, 'in_progress', signal);
}

/**
 * Closes an issue whose work has passed the gate, and opens again one whose work has not. What it has come to is read again: an issue
 * that is not closed by then is told.
 */
export async function settleIssue(
  desk: Desk,
  id: string,
  fate: Fate,
  known: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const tracker = await trackerAt(desk);
  const found = await tracker.show(id, signal);
  if (found.kind !== 'said' || found.value.id !== id)
    return known ? [found.kind === 'silent' ? found.warning : `${id} is not in the tracker: nothing was settled`] : [];
  const { state } = found.value;
  if (state === 'closed' || (state === 'unknown' && !known)) return [];
  if (fate.kind === 'released') {
    if (state !== 'taken') return [];
    const opened = await tracker.update(id, 'open', signal);
    return opened.kind === 'silent' ? [opened.warning] : [];
  }
  const closed = await tracker.close(id, signal);
  const after = await tracker.show(id, signal);
  if (after.kind === 'said' && after.value.state === 'closed') return [];
  const why = closed.kind === 'silent' ? `: ${closed.warning}` : '';
  return [`${id} is done and still not closed in the tracker${why}`];
}
