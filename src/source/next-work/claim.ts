import type { ClaimAnswer, Fate } from '../../domain/cycle.ts';
import { changeNextWork, type Found, type NextWork, replaced } from './file.ts';
import { claimOf, type Row, withItem } from './row.ts';

/** Who takes an item, and when. The same at the same time is the same claim. */
export interface Claimant {
  readonly owner: string;
  readonly at: string;
}

/** Takes an item unless somebody has it: of two who try at once one wins. */
export function claimItem(
  root: string,
  ref: string,
  { owner, at }: Claimant,
  signal?: AbortSignal,
): Promise<ClaimAnswer> {
  return changeNextWork<ClaimAnswer>(root, signal, ({ rows, items }) => {
    const named = items.filter((one) => one.ref === ref);
    const free = named.find(({ status }) => status === 'available');
    const held = named.find(({ status }) => status === 'in_progress');
    const holder = held === undefined ? {} : claimOf(held.row, held.item);
    if (holder.by === owner && holder.at === at) return { rows, outcome: { claimed: true } };
    if (free === undefined) {
      const by =
        held === undefined ? (named.length === 0 ? 'it is gone' : 'it is done') : (holder.by ?? 'somebody else');
      return { rows, outcome: { claimed: false, by } };
    }
    const taken = { claim_status: 'in_progress', claimed_by: owner, claimed_at: at };
    return { rows: changed(rows, free, taken), outcome: { claimed: true } };
  });
}

/** Gives back or ticks off what an owner has; a warning where it is somebody else's. Done twice it is done once. */
export function settleItem(
  root: string,
  ref: string,
  owner: string,
  fate: Fate,
  now: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return changeNextWork(root, signal, (work) => settled(work, ref, owner, fate, now));
}

function settled({ rows, items }: NextWork, ref: string, owner: string, fate: Fate, now: string) {
  const named = items.filter((one) => one.ref === ref);
  const ours = named.find(({ row, item, status }) => status === 'in_progress' && claimOf(row, item).by === owner);
  if (ours !== undefined) return { rows: changed(rows, ours, fieldsOf(fate, owner, now)), outcome: undefined };
  return { rows, outcome: isSettled(named, owner, fate) ? undefined : `${ref} is no longer claimed by ${owner}` };
}

/** It was settled before, and whoever did so was killed before it could tell. */
function isSettled(named: readonly Found[], owner: string, fate: Fate): boolean {
  if (fate.kind === 'released') return named.some(({ status }) => status === 'available');
  return named.some(({ status, item }) => status === 'consumed' && item.consumed_by === owner);
}

function fieldsOf(fate: Fate, owner: string, now: string): Readonly<Record<string, unknown>> {
  const free = { claimed_by: null, claimed_at: null };
  if (fate.kind === 'consumed')
    return { ...free, consumed: true, claim_status: 'consumed', consumed_by: owner, consumed_at: now };
  return { ...free, consumed: false, claim_status: 'available', ...(fate.failed ? { failed_at: now } : {}) };
}

/** Ticks off items that need no work, whoever would have done it. */
export function consumeItems(root: string, refs: readonly string[], by: string, now: string, signal?: AbortSignal) {
  return changeNextWork(root, signal, ({ rows, items }) => {
    let after = rows;
    for (const ref of refs) {
      const free = items.find((one) => one.ref === ref && one.status === 'available');
      if (free !== undefined) after = changed(after, free, fieldsOf({ kind: 'consumed' }, by, now));
    }
    return { rows: after, outcome: undefined };
  });
}

/** The row may have been changed since it was found. */
function changed(rows: readonly Row[], { line, at }: Found, fields: Readonly<Record<string, unknown>>): readonly Row[] {
  const row = rows[line];
  return row === undefined || row.kind === 'odd' ? rows : replaced(rows, line, withItem(row, at, fields));
}
