import type { Candidate, CandidateId, Sha } from '../domain/candidate.ts';
import { byRankKey, rankKey } from '../domain/compare.ts';
import type { Event, Recorded } from '../domain/event.ts';
import { type BatchRow, type EntryRow, fold, type RunRow, type Tables } from '../domain/fold.ts';
import type { Journal } from '../domain/journal.ts';
import type { Call } from '../domain/ledger.ts';
import { lineageOf } from '../domain/lineage.ts';
import type { Arm } from '../domain/proposal.ts';
import type { Claim, Entry, Improvement, Kin, View } from '../domain/view.ts';

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

class Memory implements Tables, View {
  #run: RunRow | undefined;
  readonly #entries = new Map<string, EntryRow>();
  readonly #batches = new Map<number, BatchRow>();
  readonly #improvements: Improvement[] = [];
  readonly #calls = new Map<string, Call>();
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
    this.#entries.set(row.proposal.id, row);
  }
  raise(id: string): void {
    const row = this.#entries.get(id);
    if (row !== undefined) this.#entries.set(id, { ...row, kin: { ...row.kin, kids: row.kin.kids + 1 } });
  }
  kin(id: string): Kin | undefined {
    return this.#entries.get(id)?.kin;
  }
  claims(home: string, from: number, limit: number): readonly Claim[] {
    const newestFirst = this.#ranked(this.#members(home), (entry) => -(entry.placedSeq ?? 0));
    return newestFirst
      .filter(({ evaluation }) => evaluation?.outcome === 'scored')
      .slice(from, from + limit)
      .map(({ proposal, kin }) => ({ id: proposal.id, kids: kin.kids }));
  }
  placed(limit: number): readonly Entry[] {
    const placed = [...this.#entries.values()].filter(({ placement }) => placement !== undefined);
    return placed.sort((a, b) => (b.placedSeq ?? 0) - (a.placedSeq ?? 0)).slice(0, limit);
  }
  arm(arm: Arm, limit: number, offset = 0): readonly Entry[] {
    const inArm = [...this.#entries.values()].filter(
      ({ placement, proposal }) => placement !== undefined && proposal.arm === arm,
    );
    return inArm.sort((a, b) => (a.placedSeq ?? 0) - (b.placedSeq ?? 0)).slice(offset, offset + limit);
  }
  improvements(limit: number): readonly Improvement[] {
    return this.#improvements.slice(Math.max(0, this.#improvements.length - limit));
  }
  putImprovement(nth: number, improvement: Improvement): void {
    this.#improvements[nth] = improvement;
  }
  putBatch(row: BatchRow): void {
    this.#batches.set(row.batch, row);
  }
  putMemo(key: string, value: unknown): void {
    this.#memos.set(key, value);
  }
  putCall(call: Call): void {
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
    return this.#living(home).slice(0, k);
  }
  homeSize(home: string): number {
    return this.#living(home).length;
  }
  worst(home: string): Entry | undefined {
    return this.#living(home).at(-1);
  }
  unfinished(limit: number): readonly Entry[] {
    const isOpen = ({ placement, dropped, evaluation }: Entry) =>
      placement === undefined && dropped === undefined && (evaluation === undefined || evaluation.outcome === 'broken');
    return this.#inOrder(isOpen).slice(0, limit);
  }
  unplaced(): Entry | undefined {
    return this.#inOrder((entry) => entry.placement === undefined)[0];
  }
  entries(batch: number): readonly Entry[] {
    return this.#inOrder((entry) => entry.proposal.batch === batch);
  }
  entriesAfter(batch: number, ord: number, limit: number): readonly Entry[] {
    const isAfter = ({ proposal }: Entry) => proposal.batch > batch || (proposal.batch === batch && proposal.ord > ord);
    return this.#inOrder(isAfter).slice(0, limit);
  }
  batch(batch: number): BatchRow | undefined {
    return this.#batches.get(batch);
  }
  ranking(limit: number, offset = 0): readonly Entry[] {
    const isRanked = ({ evaluation, proposal }: Entry) => evaluation !== undefined && proposal.operator !== 'seed';
    return this.#ranked(this.#inOrder(isRanked), () => 0).slice(offset, offset + limit);
  }
  history(limit: number): readonly BatchRow[] {
    return [...this.#batches.values()].sort((a, b) => a.batch - b.batch).slice(-limit);
  }
  sameTree(tree: Sha): Entry | undefined {
    return this.#firstPlaced((candidate) => candidate.tree === tree);
  }
  sameForm(form: string): Entry | undefined {
    return this.#firstPlaced((candidate) => candidate.form === form);
  }
  #firstPlaced(wanted: (candidate: Candidate) => boolean): Entry | undefined {
    const placed = [...this.#entries.values()].filter(
      ({ candidate, placement, evaluation }) =>
        candidate !== undefined &&
        wanted(candidate) &&
        placement !== undefined &&
        evaluation !== undefined &&
        evaluation.outcome !== 'broken',
    );
    return placed.sort((a, b) => (a.placedSeq ?? 0) - (b.placedSeq ?? 0))[0];
  }
  lineage(id: CandidateId, limit: number): readonly Entry[] {
    return lineageOf((one) => this.entry(one), id, limit);
  }
  children(id: CandidateId, limit: number): readonly Entry[] {
    const isChild = ({ proposal, placement }: Entry) =>
      placement !== undefined && proposal.parents[0] === id && proposal.operator !== 'seed';
    return [...this.#entries.values()]
      .filter(isChild)
      .sort((a, b) => (b.placedSeq ?? 0) - (a.placedSeq ?? 0))
      .slice(0, limit);
  }
  call(key: string): Call | undefined {
    return this.#calls.get(key);
  }
  callsAfter(key: string, limit: number): readonly Call[] {
    const after = [...this.#calls.values()].filter((call) => call.key > key);
    return after.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, limit);
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
  #living(home: string): EntryRow[] {
    return this.#ranked(this.#members(home), (entry) => entry.placedSeq);
  }
  #members(home: string): EntryRow[] {
    return [...this.#entries.values()].filter((entry) => entry.alive && homeOf(entry) === home);
  }
  #ranked(entries: EntryRow[], seq: (entry: EntryRow) => number | undefined): EntryRow[] {
    const { direction } = this.#needRun().config.fixed;
    const key = (entry: EntryRow) => (entry.evaluation === undefined ? null : rankKey(entry.evaluation, direction));
    return entries.sort((a, b) => byRankKey(key(a), key(b)) || (seq(a) ?? 0) - (seq(b) ?? 0));
  }
  #inOrder(wanted: (entry: EntryRow) => boolean): EntryRow[] {
    return [...this.#entries.values()]
      .filter(wanted)
      .sort((a, b) => a.proposal.batch - b.proposal.batch || a.proposal.ord - b.proposal.ord);
  }
}

const homeOf = (entry: Entry): string | undefined =>
  entry.placement?.kind === 'kept' ? entry.placement.home : undefined;
