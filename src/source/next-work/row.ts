import { isJson, type Json, objectIn, textOf } from '../json.ts';

/** A line of next-work.jsonl. What can't be read, and what nobody has changed, is written back as it was. */
export type Row =
  | { readonly kind: 'entry'; readonly raw: string; readonly entry: Json; readonly flat: boolean }
  | { readonly kind: 'odd'; readonly raw: string };

export type EntryRow = Extract<Row, { readonly kind: 'entry' }>;

export const STATUSES = ['available', 'in_progress', 'consumed'] as const;
export type Status = (typeof STATUSES)[number];

export function rowsIn(text: string): readonly Row[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map(rowOf);
}

function rowOf(raw: string): Row {
  const entry = objectIn(raw);
  if (entry === undefined) return { kind: 'odd', raw };
  if (Array.isArray(entry.items)) return { kind: 'entry', raw, entry, flat: false };
  // Older tools wrote one item per line.
  return textOf(entry.title) === undefined ? { kind: 'odd', raw } : { kind: 'entry', raw, entry, flat: true };
}

export const textOfRows = (rows: readonly Row[]): string => rows.map(({ raw }) => `${raw}\n`).join('');

/** The items of a row by their place; what is none is left out. */
export function itemsOf({ entry, flat }: EntryRow): readonly { readonly at: number; readonly item: Json }[] {
  if (flat) return [{ at: 0, item: entry }];
  const items: readonly unknown[] = Array.isArray(entry.items) ? entry.items : [];
  return items.flatMap((item, at) => (isJson(item) && textOf(item.title) !== undefined ? [{ at, item }] : []));
}

/** Where an item has nothing to say and no other of its entry has, the entry speaks for all of them. */
export function statusOf(row: EntryRow, item: Json): Status {
  const own = ownStatus(item);
  if (own !== undefined) return own;
  const whole = ownStatus(row.entry);
  if (whole === 'consumed') return 'consumed';
  const silent = itemsOf(row).every((one) => ownStatus(one.item) === undefined);
  return silent ? (whole ?? 'available') : 'available';
}

/** Who has an item, and since when. */
export function claimOf(row: EntryRow, item: Json): { readonly by?: string; readonly at?: string } {
  const from = ownStatus(item) === undefined ? row.entry : item;
  const [by, at] = [textOf(from.claimed_by), textOf(from.claimed_at)];
  return { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
}

function ownStatus(from: Json): Status | undefined {
  if (from.consumed === true) return 'consumed';
  return STATUSES.find((status) => status === from.claim_status);
}

export const refOf = ({ entry }: EntryRow, item: Json): string =>
  `source_epic=${textOf(entry.source_epic) ?? textOf(entry.id) ?? 'legacy'}:item=${textOf(item.title) ?? ''}`;

/** A row with what has become of one of its items; the entry says what has become of all. */
export function withItem(row: EntryRow, at: number, fields: Json): EntryRow {
  if (row.flat) return written({ ...row.entry, ...fields }, true);
  const changed = itemsOf(row).map(({ at: place, item }) => {
    const spoken = ownStatus(item) === undefined ? { ...item, ...inherited(row, item) } : item;
    return { place, item: place === at ? { ...spoken, ...fields } : spoken };
  });
  const items = (Array.isArray(row.entry.items) ? row.entry.items : []).map(
    (item: unknown, place) => changed.find((one) => one.place === place)?.item ?? item,
  );
  const whole = aggregate(changed.map(({ item }) => item));
  return written({ ...row.entry, items, ...whole }, false);
}

/** What an item takes over from an entry that spoke for it. */
function inherited(row: EntryRow, item: Json): Json {
  const status = statusOf(row, item);
  if (status === 'available') return {};
  const { consumed_by = null, consumed_at = null, claimed_by = null, claimed_at = null } = row.entry;
  return status === 'consumed'
    ? { consumed: true, claim_status: status, consumed_by, consumed_at }
    : { claim_status: status, claimed_by, claimed_at };
}

function aggregate(items: readonly Json[]): Json {
  const of = (status: Status) => items.filter((item) => (ownStatus(item) ?? 'available') === status);
  const [taken] = of('in_progress');
  const done = of('consumed');
  const consumed = done.length === items.length;
  const last = consumed ? done.at(-1) : undefined;
  return {
    consumed,
    claim_status: consumed ? 'consumed' : taken === undefined ? 'available' : 'in_progress',
    claimed_by: taken?.claimed_by ?? null,
    claimed_at: taken?.claimed_at ?? null,
    consumed_by: last?.consumed_by ?? null,
    consumed_at: last?.consumed_at ?? null,
  };
}

function written(entry: Json, flat: boolean): EntryRow {
  return { kind: 'entry', raw: JSON.stringify(entry), entry, flat };
}
