import type { CandidateId, Sha } from '../domain/candidate.ts';
import type { Event, Recorded } from '../domain/event.ts';
import type { Status } from '../domain/experiment.ts';
import { fold } from '../domain/fold.ts';
import type { Journal } from '../domain/journal.ts';
import { inOrderOfArrival, type Leader, leadersAmong } from '../domain/leader.ts';
import type { Call } from '../domain/ledger.ts';
import { lineageOf } from '../domain/lineage.ts';
import type { Arm } from '../domain/proposal.ts';
import type { BatchRow, EntryRow, RunRow, Tables } from '../domain/tables.ts';
import type { Claim, Entry, Improvement, Kin, View } from '../domain/view.ts';
import { MemoryExperiments } from './memory-experiments.ts';
import { MemoryHomes } from './memory-homes.ts';
import { type Card, MemoryIndex } from './memory-index.ts';
import { insert, lastFirst, placeOf } from './sorted.ts';

/** A journal that lives as long as its process: for library users, simulations and tests. */
export function memoryJournal(run: string, now: () => number): Journal {
  const events: Recorded[] = [];
  const memory = new Memory();
  return {
    run,
    view: () => memory,
    tail: (limit) => events.slice(Math.max(0, events.length - limit)),
    read: (after, limit) => events.slice(after, after + limit),
    append(decide) {
      const decided: readonly Event[] = decide(memory);
      const at = now();
      return decided.map((event) => {
        const recorded = { seq: events.length + 1, at, event };
        events.push(recorded);
        fold(memory, run, recorded);
        return recorded;
      });
    },
  };
}

class Memory extends MemoryExperiments implements Tables, View {
  #run: RunRow | undefined;
  readonly #entries = new MemoryIndex();
  readonly #homes = new MemoryHomes();
  readonly #batches = new Map<number, BatchRow>();
  readonly #batchNumbers: number[] = [];
  readonly #improvements: Improvement[] = [];
  readonly #calls = new Map<string, Call>();
  readonly #callKeys: string[] = [];
  readonly #memos = new Map<string, unknown>();
  readonly #asked = new Set<string>();
  readonly #answers = new Map<string, unknown>();

  run(): RunRow | undefined {
    return this.#run;
  }
  putRun(row: RunRow): void {
    this.#run = row;
  }
  entry(id: string): EntryRow | undefined {
    return this.#entries.get(id);
  }
  putEntry(row: EntryRow): void {
    const { direction } = this.#needRun().config.fixed;
    this.#homes.put(this.#entries.put(row, direction), direction);
  }
  raise(id: string): void {
    this.#entries.amend(id, (row) => ({ ...row, kin: { ...row.kin, kids: row.kin.kids + 1 } }));
  }
  kin(id: string): Kin | undefined {
    return this.#entries.get(id)?.kin;
  }
  claims(home: string, from: number, limit: number): readonly Claim[] {
    const claims = this.#homes.claims(home).slice(from, from + limit);
    return claims.map(({ card: { row }, rank }) => ({ id: row.proposal.id, key: rank ?? 0, kids: row.kin.kids }));
  }
  placed(limit: number): readonly Entry[] {
    return rows(lastFirst(this.#entries.list('placed'), limit));
  }
  arm(arm: Arm, limit: number, offset = 0): readonly Entry[] {
    return rows(this.#entries.list('arm', arm).slice(offset, offset + limit));
  }
  improvements(limit: number): readonly Improvement[] {
    return this.#improvements.slice(Math.max(0, this.#improvements.length - limit));
  }
  putImprovement(nth: number, improvement: Improvement): void {
    this.#improvements[nth] = improvement;
  }
  putBatch(row: BatchRow): void {
    if (!this.#batches.has(row.batch)) insert(this.#batchNumbers, row.batch, (a, b) => a - b);
    this.#batches.set(row.batch, row);
  }
  putMemo(key: string, value: unknown): void {
    this.#memos.set(key, value);
  }
  putCall(call: Call): void {
    if (!this.#calls.has(call.key)) insert(this.#callKeys, call.key, byKey);
    this.#calls.set(call.key, call);
  }
  putAsked(key: string): void {
    this.#asked.add(key);
  }
  putAnswer(key: string, value: unknown): void {
    this.#answers.set(key, value);
  }
  counts() {
    return this.#needRun().counts;
  }
  best(): Entry | undefined {
    const { best } = this.#needRun();
    return best === undefined ? undefined : this.entry(best);
  }
  top(home: string, k: number): readonly Entry[] {
    return this.#homes
      .living(home)
      .slice(0, k)
      .map(({ card }) => card.row);
  }
  homeSize(home: string): number {
    return this.#homes.living(home).length;
  }
  worst(home: string): Entry | undefined {
    return this.#homes.living(home).at(-1)?.card.row;
  }
  unfinished(limit: number): readonly Entry[] {
    return rows(this.#entries.list('unfinished').slice(0, limit));
  }
  unplaced(): Entry | undefined {
    return this.#entries.list('unplaced')[0]?.row;
  }
  entries(batch: number): readonly Entry[] {
    const all = this.#entries.list('entries');
    return rows(all.slice(this.#after(batch, Number.NEGATIVE_INFINITY), this.#after(batch, Number.POSITIVE_INFINITY)));
  }
  entriesAfter(batch: number, ord: number, limit: number): readonly Entry[] {
    const from = this.#after(batch, ord);
    return rows(this.#entries.list('entries').slice(from, from + limit));
  }
  batch(batch: number): BatchRow | undefined {
    return this.#batches.get(batch);
  }
  ranking(limit: number, offset = 0): readonly Entry[] {
    return rows(this.#entries.list('ranking').slice(offset, offset + limit));
  }
  history(limit: number): readonly BatchRow[] {
    const newest = this.#batchNumbers.slice(Math.max(0, this.#batchNumbers.length - limit));
    return newest.flatMap((batch) => this.#batches.get(batch) ?? []);
  }
  sameTree(tree: Sha): Entry | undefined {
    return this.#entries.list('tree', tree)[0]?.row;
  }
  sameForm(form: string): Entry | undefined {
    return this.#entries.list('form', form)[0]?.row;
  }
  lineage(id: CandidateId, limit: number): readonly Entry[] {
    return lineageOf((one) => this.entry(one), id, limit);
  }
  children(id: CandidateId, limit: number): readonly Entry[] {
    return rows(lastFirst(this.#entries.list('children', id), limit));
  }
  experiments(status: Status, limit: number, offset = 0): readonly Entry[] {
    return rows(this.#entries.list('status', status).slice(offset, offset + limit));
  }
  offspring(id: CandidateId, limit: number): readonly Entry[] {
    return rows(this.#entries.list('offspring', id).slice(0, limit));
  }
  leaders(home: string, without: readonly CandidateId[]): readonly Leader[] {
    const living = inOrderOfArrival(this.top(home, Number.MAX_SAFE_INTEGER), home, without);
    return leadersAmong(living, this.#needRun().config.fixed.direction);
  }
  call(key: string): Call | undefined {
    return this.#calls.get(key);
  }
  callsAfter(key: string, limit: number): readonly Call[] {
    const at = placeOf(this.#callKeys, key, byKey);
    const from = this.#callKeys[at] === key ? at + 1 : at;
    return this.#callKeys.slice(from, from + limit).flatMap((one) => this.#calls.get(one) ?? []);
  }
  memo(key: string): unknown {
    return this.#memos.get(key);
  }
  asked(key: string): boolean {
    return this.#asked.has(key);
  }
  answer(key: string): unknown {
    return this.#answers.get(key);
  }
  checkpoint() {
    return this.#needRun().checkpoint;
  }

  #needRun(): RunRow {
    if (this.#run === undefined) throw new Error('the run is not open');
    return this.#run;
  }
  /** How many come before or at a place. */
  #after(batch: number, ord: number): number {
    return placeOf(this.#entries.list('entries'), ord, ({ facets }) =>
      facets.batch < batch || (facets.batch === batch && facets.ord <= ord) ? -1 : 1,
    );
  }
}

const rows = (cards: readonly Card[]): readonly EntryRow[] => cards.map(({ row }) => row);

const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
