import type { StatusNow } from './document.ts';

/** An experiment as the picture of a tree needs it, in the order in which it was proposed. */
export interface Twig {
  readonly id: string;
  /** undefined of the root. */
  readonly parent: string | undefined;
  readonly status: StatusNow;
  readonly onFrontier: boolean;
}

/** A line of the picture: an experiment, or how many are left out there. */
export type Branch = { readonly depth: number; readonly last: boolean } & (
  | { readonly kind: 'shown'; readonly id: string }
  | { readonly kind: 'more'; readonly count: number; readonly discarded: number }
);

const WORTH: readonly StatusNow[] = [
  'active',
  'unverified',
  'interrupted',
  'evaluated',
  'failed',
  'pending',
  'committed',
  'pruned',
];

/**
 * The tree from the root, in the order in which it is read.
 * Contract: at most `limit` experiments, each with all its ancestors, the best path first, then the frontier, then those at
 * work; without `all` nobody who was discarded but the ancestors of others.
 */
export function grown(
  twigs: readonly Twig[],
  bestPath: readonly string[],
  { limit, all }: { readonly limit: number; readonly all: boolean },
): readonly Branch[] {
  const byId = new Map(twigs.map((twig) => [twig.id, twig]));
  const kept = chosen(twigs, byId, bestPath, limit, all);
  const children = new Map<string | undefined, Twig[]>();
  for (const twig of twigs) {
    const siblings = children.get(twig.parent) ?? [];
    siblings.push(twig);
    children.set(twig.parent, siblings);
  }
  const left = leftOut(twigs, byId, kept);
  const lines: Branch[] = [];
  const open = below(undefined, 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    lines.push(next);
    if (next.kind === 'shown') open.push(...below(next.id, next.depth + 1));
  }
  return lines;

  /** What hangs on one, the last first. */
  function below(parent: string | undefined, depth: number): Branch[] {
    const shown = (children.get(parent) ?? []).filter(({ id }) => kept.has(id));
    const more = parent === undefined ? undefined : left.get(parent);
    const branches: Branch[] = shown.map(({ id }, index) => ({
      ...{ kind: 'shown', id, depth },
      last: index === shown.length - 1 && more === undefined,
    }));
    if (more !== undefined) branches.push({ kind: 'more', ...more, depth, last: true });
    return branches.reverse();
  }
}

function chosen(
  twigs: readonly Twig[],
  byId: ReadonlyMap<string, Twig>,
  bestPath: readonly string[],
  limit: number,
  all: boolean,
): ReadonlySet<string> {
  const path = new Set(bestPath);
  const worth = ({ id, parent, status, onFrontier }: Twig): number => {
    if (parent === undefined) return -3;
    if (path.has(id)) return -2;
    if (onFrontier) return -1;
    const rank = WORTH.indexOf(status);
    return rank < 0 ? WORTH.length : rank;
  };
  const wanted = twigs
    .map((twig, index) => ({ twig, index, worth: worth(twig) }))
    .filter(({ twig }) => all || twig.status !== 'discarded')
    // Of equals the newest.
    .sort((a, b) => a.worth - b.worth || b.index - a.index);
  const kept = new Set<string>();
  for (const { twig } of wanted) {
    const missing: string[] = [];
    for (let at: Twig | undefined = twig; at !== undefined && !kept.has(at.id); at = byId.get(at.parent ?? '')) {
      missing.push(at.id);
      if (kept.size + missing.length > limit) break;
    }
    if (kept.size + missing.length <= limit) for (const id of missing) kept.add(id);
  }
  return kept;
}

/** How many are left out below each that is kept. */
function leftOut(
  twigs: readonly Twig[],
  byId: ReadonlyMap<string, Twig>,
  kept: ReadonlySet<string>,
): ReadonlyMap<string, { readonly count: number; readonly discarded: number }> {
  const above = new Map<string, string | undefined>();
  const left = new Map<string, { count: number; discarded: number }>();
  // Parents come before their children, so one step up is enough.
  for (const { id, parent, status } of twigs) {
    if (kept.has(id) || parent === undefined) continue;
    const host = kept.has(parent) ? parent : above.get(parent);
    above.set(id, host);
    if (host === undefined || !byId.has(host)) continue;
    const before = left.get(host) ?? { count: 0, discarded: 0 };
    left.set(host, { count: before.count + 1, discarded: before.discarded + (status === 'discarded' ? 1 : 0) });
  }
  return left;
}

/** The lines that lead to a branch, `step` columns for each depth; a deep one keeps its end. */
export function rails(branches: readonly Branch[], room: number): readonly string[] {
  const deepest = branches.reduce((most, { depth }) => Math.max(most, depth), 0);
  const step = deepest * 3 <= room ? 3 : 2;
  const ended: boolean[] = [];
  return branches.map(({ depth, last }) => {
    ended[depth] = last;
    if (depth === 0) return '';
    const bars = Array.from({ length: depth - 1 }, (_, index) => (ended[index + 1] === true ? ' ' : '│').padEnd(step));
    const rail = `${bars.join('')}${last ? '└' : '├'}${'─'.repeat(step - 2)} `;
    return rail.length <= room ? rail : `…${rail.slice(rail.length - room + 1)}`;
  });
}
