import type { FollowUp } from '../../domain/work-item.ts';
import { titleKey } from '../about.ts';
import { blockOf, type Json, lineOf, textOf } from '../json.ts';
import { changeNextWork } from './file.ts';
import { type EntryRow, itemsOf, type Row, statusOf } from './row.ts';

/** One event that leaves work: a cycle's post-mortem, a generator's find. */
export interface Harvest {
  /** `evolve:cycle-7`. */
  readonly epic: string;
  /** Names the event among all: harvested once, it is not harvested again. */
  readonly producer: string;
  readonly source: HarvestSource;
  /** ISO 8601. */
  readonly at: string;
  readonly items: readonly Harvested[];
  /** Of what work has left that was left itself: how deep that goes. */
  readonly depth?: number;
  /** Of parts: what they are parts of. */
  readonly splitOf?: string;
}

export const HARVEST_SOURCES = [
  'council-finding',
  'retro-learning',
  'retro-pattern',
  'evolve-generator',
  'feature-suggestion',
  'backlog-processing',
] as const;
type HarvestSource = (typeof HARVEST_SOURCES)[number];

export interface Harvested extends FollowUp {
  /** Of a part: it waits for those of earlier waves. */
  readonly wave?: number;
}

/** More than that no event leaves, and longer than that no text is. */
const MOST_ITEMS = 20;
const MOST_TITLE = 200;
const MOST_TEXT = 4000;

/**
 * Appends what is to be done as one entry, without what waits already under the same title.
 * Contract: done twice it is done once; gives the titles that were written, the first time or now.
 */
export function harvest(root: string, event: Harvest, signal?: AbortSignal): Promise<readonly string[]> {
  return changeNextWork<readonly string[]>(root, signal, ({ rows, items }) => {
    const before = rows.find((row) => row.kind === 'entry' && row.entry.produced_by === event.producer);
    if (before?.kind === 'entry') return { rows, outcome: titlesOf(before) };
    const known = new Set(
      items.filter(({ status }) => status !== 'consumed').map(({ item }) => titleKey(String(item.title))),
    );
    const fresh: Json[] = [];
    for (const one of event.items) {
      const item = itemOf(one, event);
      const key = titleKey(item.title);
      if (key === '' || known.has(key) || fresh.length === MOST_ITEMS) continue;
      known.add(key);
      fresh.push(item);
    }
    if (fresh.length === 0) return { rows, outcome: [] };
    const row = entryOf(event, fresh);
    return { rows: [...rows, row], outcome: titlesOf(row) };
  });
}

function itemOf({ title, type, severity, description, evidence, wave }: Harvested, { source, depth }: Harvest) {
  return {
    title: lineOf(title, MOST_TITLE),
    type,
    severity,
    source,
    description: blockOf(description, MOST_TEXT),
    ...(evidence === undefined ? {} : { evidence: blockOf(evidence, MOST_TEXT) }),
    ...(wave === undefined ? {} : { wave }),
    ...(depth === undefined ? {} : { depth }),
    consumed: false,
    claim_status: 'available',
    claimed_by: null,
    claimed_at: null,
    consumed_by: null,
    consumed_at: null,
  };
}

function entryOf({ epic, producer, at, splitOf }: Harvest, items: readonly Json[]): EntryRow {
  const entry = {
    source_epic: epic,
    timestamp: at,
    items,
    consumed: false,
    claim_status: 'available',
    claimed_by: null,
    claimed_at: null,
    consumed_by: null,
    consumed_at: null,
    produced_by: producer,
    ...(splitOf === undefined ? {} : { split_of: splitOf }),
  };
  return { kind: 'entry', raw: JSON.stringify(entry), entry, flat: false };
}

const titlesOf = ({ entry }: EntryRow): readonly string[] =>
  (Array.isArray(entry.items) ? entry.items : []).map((item: Json) => String(item.title));

const MOST_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Takes out entries that were finished long ago. */
export function compact(root: string, now: number, signal?: AbortSignal): Promise<number> {
  return changeNextWork<number>(root, signal, ({ rows }) => {
    const kept = rows.filter((row) => !isOld(row, now));
    const gone = rows.length - kept.length;
    return { rows: gone === 0 ? rows : kept, outcome: gone };
  });
}

function isOld(row: Row, now: number): boolean {
  if (row.kind === 'odd') return false;
  if (!itemsOf(row).every(({ item }) => statusOf(row, item) === 'consumed')) return false;
  const since = Date.parse(textOf(row.entry.consumed_at) ?? '');
  return now - since > MOST_AGE_MS;
}
