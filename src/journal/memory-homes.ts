import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import type { Residence } from '../domain/residence.ts';
import type { Card } from './memory-index.ts';
import { insert, type Order, remove } from './sorted.ts';

/** Somebody in a home, with what it stands by there. */
export interface Stay extends Residence {
  readonly card: Card;
  readonly rank: number | null;
}

const byArrival: Order<Stay> = (a, b) => a.since - b.since || a.nth - b.nth;
const byRank: Order<Stay> = (a, b) => byRankKey(a.rank, b.rank);
const FIRST_FIRST: Order<Stay> = (a, b) => byRank(a, b) || byArrival(a, b);
const LAST_FIRST: Order<Stay> = (a, b) => byRank(a, b) || byArrival(b, a);

interface House {
  readonly living: Stay[];
  readonly claims: Stay[];
}

/** Who lives where, in order, kept while it changes. Contract: a change costs what it moves, not the history. */
export class MemoryHomes {
  readonly #houses = new Map<string, House>();
  readonly #stays = new Map<string, readonly Stay[]>();

  /** Best first, ties: who came first. Contract: to be read, not to be kept. */
  living(home: string): readonly Stay[] {
    return this.#houses.get(home)?.living ?? [];
  }

  /** Those that may rank, best first, ties: who came last. */
  claims(home: string): readonly Stay[] {
    return this.#houses.get(home)?.claims ?? [];
  }

  put(card: Card, direction: Direction): void {
    const { proposal, evaluation, homes } = card.row;
    const { id } = proposal;
    const before = this.#stays.get(id);
    if (homes === undefined && before === undefined) return;
    const rank = evaluation === undefined ? null : rankKey(evaluation, direction);
    const known = (home: Residence) => before?.find((stay) => stay.name === home.name && stay.rank === rank);
    const after = (homes ?? []).map((home) => known(home) ?? { ...home, card, rank });
    for (const stay of before ?? []) if (!after.includes(stay)) this.#leave(stay);
    for (const stay of after) if (before?.includes(stay) !== true) this.#enter(stay);
    this.#stays.set(id, after);
  }

  #enter(stay: Stay): void {
    const house = this.#houses.get(stay.name) ?? { living: [], claims: [] };
    this.#houses.set(stay.name, house);
    insert(house.living, stay, FIRST_FIRST);
    if (stay.rank !== null) insert(house.claims, stay, LAST_FIRST);
  }

  #leave(stay: Stay): void {
    const house = this.#houses.get(stay.name);
    if (house === undefined) return;
    remove(house.living, stay, FIRST_FIRST);
    if (stay.rank !== null) remove(house.claims, stay, LAST_FIRST);
  }
}
