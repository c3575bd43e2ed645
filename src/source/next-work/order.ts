import { ITEM_TYPES, type ItemType, SEVERITIES, type Severity } from '../../domain/work-item.ts';
import { type Json, textOf } from '../json.ts';
import type { Found } from './file.ts';
import { itemsOf, statusOf } from './row.ts';

/** Names under which items may mean this repository. */
export type RepositoryNames = readonly string[];

export function severityOf(item: Json): Severity {
  if (item.severity === 'critical') return 'high';
  return SEVERITIES.find((one) => one === item.severity) ?? 'medium';
}

export const typeOf = (item: Json): ItemType => ITEM_TYPES.find((one) => one === item.type) ?? 'task';

/** How many cycles have left it to one another. */
export const depthOf = ({ depth }: Json): number => (Number.isSafeInteger(depth) ? Math.max(0, Number(depth)) : 0);

/** What a session leaves itself it does so deep; what is deeper is for the next one, or it would never end. */
const DEEPEST = 2;

export const isForLater = ({ row, item }: Found, run: string): boolean =>
  depthOf(item) > DEEPEST && (textOf(row.entry.produced_by) ?? '').startsWith(`${run} `);

/** 3: for this repository; 2: for any; 1: does not say; 0: for another. */
export function affinity(item: Json, names: RepositoryNames): number {
  const target = textOf(item.target_repo)?.toLowerCase();
  if (target === undefined) return 1;
  if (target === '*') return 2;
  return names.some((name) => name.toLowerCase() === target) ? 3 : 0;
}

/** Items of this repository that may be taken now, in the order in which they are to be. */
export function waiting(items: readonly Found[], names: RepositoryNames): readonly Found[] {
  return items
    .filter(({ item, status }) => status === 'available' && affinity(item, names) > 0)
    .filter((one) => !isAhead(one))
    .map((found, place) => ({ found, key: [...keyOf(found.item, names), place] }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ found }) => found);
}

const keyOf = (item: Json, names: RepositoryNames): readonly number[] => [
  -affinity(item, names),
  textOf(item.failed_at) === undefined ? 0 : 1,
  SEVERITIES.indexOf(severityOf(item)),
  item.type === 'process-improvement' ? 1 : 0,
];

/** Parts of one work come in waves: each waits for those before it. */
function isAhead({ row, item }: Found): boolean {
  const { wave } = item;
  if (typeof wave !== 'number') return false;
  return itemsOf(row).some(
    ({ item: other }) => typeof other.wave === 'number' && other.wave < wave && statusOf(row, other) !== 'consumed',
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, place) => one !== b[place]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Items of this repository that nobody has finished. */
export function openOf(items: readonly Found[], names: RepositoryNames): Readonly<Record<Severity, number>> {
  const open = items.filter(({ item, status }) => status !== 'consumed' && affinity(item, names) > 0);
  const of = (severity: Severity) => open.filter(({ item }) => severityOf(item) === severity).length;
  return { high: of('high'), medium: of('medium'), low: of('low') };
}
