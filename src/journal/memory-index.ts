import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import type { EntryRow } from '../domain/tables.ts';
import { insert, type Order, remove } from './sorted.ts';

/** An entry as the indexes know it: the same object for life, what it is ordered by beside it. */
export interface Card {
  row: EntryRow;
  facets: Facets;
}

interface Facets {
  readonly batch: number;
  readonly ord: number;
  readonly seq: number;
  readonly changed: number;
  readonly rank: number | null;
  /** The group in each index, by its name; where it is in none it is absent. */
  readonly groups: Readonly<Partial<Record<Name, string>>>;
}

/** Of indexes that have but one group. */
export const ALL = '';

const inOrder: Order<Card> = ({ facets: a }, { facets: b }) => a.batch - b.batch || a.ord - b.ord;
const byPlacement: Order<Card> = ({ facets: a }, { facets: b }) => a.seq - b.seq;
const byChange: Order<Card> = ({ facets: a }, { facets: b }) => b.changed - a.changed || b.batch - a.batch;
const byRank = (one: Card, other: Card): number => byRankKey(one.facets.rank, other.facets.rank);

const ORDERS = {
  entries: inOrder,
  unplaced: inOrder,
  unfinished: inOrder,
  placed: byPlacement,
  arm: byPlacement,
  children: byPlacement,
  tree: byPlacement,
  form: byPlacement,
  status: byChange,
  offspring: inOrder,
  ranking: (a, b) => byRank(a, b) || inOrder(a, b),
} satisfies Record<string, Order<Card>>;

type Name = keyof typeof ORDERS;

const NAMES: readonly Name[] = [
  'entries',
  'unplaced',
  'unfinished',
  'placed',
  'arm',
  'children',
  'tree',
  'form',
  'status',
  'offspring',
  'ranking',
];

function facetsOf(row: EntryRow, direction: Direction): Facets {
  const { proposal, candidate, evaluation, placement, dropped } = row;
  const placed = placement !== undefined;
  const measured = evaluation !== undefined && evaluation.outcome !== 'broken';
  const seed = proposal.operator === 'seed';
  const groups: Partial<Record<Name, string>> = { entries: ALL };
  if (placed) groups.placed = ALL;
  else if (proposal.hand !== true) groups.unplaced = ALL;
  if (!placed && proposal.hand !== true && dropped === undefined && !measured) groups.unfinished = ALL;
  if (placed && proposal.arm !== undefined) groups.arm = proposal.arm;
  if (placed && !seed) groups.children = proposal.parents[0];
  if (placed && measured && candidate !== undefined) groups.tree = candidate.tree;
  if (placed && measured && candidate?.form !== undefined) groups.form = candidate.form;
  if (row.experiment !== undefined) groups.status = row.experiment.status;
  if (!seed) groups.offspring = proposal.parents[0];
  if (evaluation !== undefined && !seed) groups.ranking = ALL;
  const rank = evaluation === undefined ? null : rankKey(evaluation, direction);
  return {
    batch: proposal.batch,
    ord: proposal.ord,
    seq: row.placedSeq ?? 0,
    changed: row.changedSeq ?? 0,
    rank,
    groups,
  };
}

/** All orders in which entries are asked for, kept while they change. Contract: a change costs what it moves, not the history. */
export class MemoryIndex {
  readonly #cards = new Map<string, Card>();
  readonly #groups = new Map<Name, Map<string, Card[]>>(NAMES.map((name) => [name, new Map()]));

  get(id: string): EntryRow | undefined {
    return this.#cards.get(id)?.row;
  }

  /** In the order of the index. Contract: to be read, not to be kept. */
  list(name: Name, group: string = ALL): readonly Card[] {
    return this.#groups.get(name)?.get(group) ?? [];
  }

  put(row: EntryRow, direction: Direction): Card {
    const facets = facetsOf(row, direction);
    const card = this.#cards.get(row.proposal.id);
    if (card === undefined) {
      const added = { row, facets };
      this.#cards.set(row.proposal.id, added);
      for (const name of NAMES) this.#insert(name, added);
      return added;
    }
    const after: Card = { row, facets };
    const moved = NAMES.filter(
      (name) => card.facets.groups[name] !== facets.groups[name] || ORDERS[name](card, after) !== 0,
    );
    for (const name of moved) this.#remove(name, card);
    card.row = row;
    card.facets = facets;
    for (const name of moved) this.#insert(name, card);
    return card;
  }

  /** Replaces what nothing is ordered by. */
  amend(id: string, change: (row: EntryRow) => EntryRow): void {
    const card = this.#cards.get(id);
    if (card !== undefined) card.row = change(card.row);
  }

  #insert(name: Name, card: Card): void {
    const group = card.facets.groups[name];
    if (group === undefined) return;
    const groups = this.#groups.get(name);
    const cards = groups?.get(group);
    if (cards === undefined) groups?.set(group, [card]);
    else insert(cards, card, ORDERS[name]);
  }

  #remove(name: Name, card: Card): void {
    const group = card.facets.groups[name];
    const cards = group === undefined ? undefined : this.#groups.get(name)?.get(group);
    if (cards !== undefined) remove(cards, card, ORDERS[name]);
  }
}
