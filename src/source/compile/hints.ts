import type { WorkItem } from '../../domain/work-item.ts';
import { glob } from '../../lib/glob.ts';

/** What is known of the repository before work is chosen. It orders, and never adds or drops anything. */
export interface Hints {
  /** Files that change much and are hard to change, the worst first. */
  readonly hotspots: readonly Hotspot[];
  /** Names of files under .agents/research that nothing mentions. */
  readonly orphans: readonly string[];
  /** Learnings that say the same. */
  readonly duplicates: readonly (readonly [string, string])[];
}

export interface Hotspot {
  readonly path: string;
  /** The function that is hardest to follow. */
  readonly symbol: string;
  readonly complexity: number;
  /** In the last 26 hours, and in the last 90 days. */
  readonly edits: number;
  readonly edits90: number;
}

export const NO_HINTS: Hints = { hotspots: [], orphans: [], duplicates: [] };

/** How much it matters that a hotspot is mended: what changes today counts most. */
export const heatOf = ({ complexity, edits, edits90 }: Hotspot): number => complexity * (4 * edits + edits90);

/**
 * The same items in the same order, but that among neighbours who are equal those come first that are about hotspots, the hottest
 * first. Pure. `isEqual` says of whom nothing else tells who is first.
 */
export function byHints(
  items: readonly WorkItem[],
  hints: Hints,
  isEqual: (a: WorkItem, b: WorkItem) => boolean = alike,
): readonly WorkItem[] {
  if (hints.hotspots.length === 0) return items;
  const ordered: WorkItem[] = [];
  for (let from = 0; from < items.length; ) {
    let to = from + 1;
    for (let first = items[from], next = items[to]; first !== undefined && next !== undefined && isEqual(first, next); )
      next = items[++to];
    ordered.push(...items.slice(from, to).sort((a, b) => heat(b, hints) - heat(a, hints)));
    from = to;
  }
  return ordered;
}

/** As the order of work that waits has it. */
const alike = (a: WorkItem, b: WorkItem): boolean =>
  a.source === b.source &&
  a.severity === b.severity &&
  (a.failedAt === undefined) === (b.failedAt === undefined) &&
  (a.type === 'process-improvement') === (b.type === 'process-improvement');

function heat({ about }: WorkItem, { hotspots }: Hints): number {
  const hot = hotspots.filter(({ path }) => about.some((one) => one === path || glob(one)(path)));
  return Math.max(0, ...hot.map(heatOf));
}
