import type { CandidateId, Sha } from '../domain/candidate.ts';
import { rankKey } from '../domain/compare.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import { FRONTIER } from '../domain/experiment.ts';
import { inOrderOfArrival, type Leader, leadersAmong } from '../domain/leader.ts';
import type { Call } from '../domain/ledger.ts';
import { lineageOf } from '../domain/lineage.ts';
import type { Arm } from '../domain/proposal.ts';
import type { Checkpoint } from '../domain/question.ts';
import type { Residence } from '../domain/residence.ts';
import type { BatchRow, EntryRow, RunRow, Tables } from '../domain/tables.ts';
import type { Claim, Counts, Entry, Improvement, Kin, View } from '../domain/view.ts';
import type { SqlRow } from '../lib/sqlite.ts';
import {
  decodeEntry,
  decodeKin,
  decodeRun,
  decodeValue,
  encode,
  encodeConfig,
  encodeFacts,
  resumeKey,
} from './codec.ts';
import { movesOf } from './moves.ts';
import type { Prepare } from './queries.ts';
import { SqliteExperiments } from './sqlite-experiments.ts';
import { SqliteTasks } from './sqlite-tasks.ts';

/**
 * The tables and the view of one run in SQLite.
 * Contract: inside one write transaction nobody else can change the run's row, so `hold` keeps it in hand there.
 */
export class SqliteRun extends SqliteExperiments implements Tables, View {
  readonly #id: string;
  readonly #sql: Prepare;
  readonly #tasks: SqliteTasks;
  #held: { row: RunRow | undefined } | undefined;

  constructor(id: string, sql: Prepare) {
    super(id, sql);
    this.#id = id;
    this.#sql = sql;
    this.#tasks = new SqliteTasks(id, sql, () => this.#needRun().config.fixed.direction);
  }

  hold(): void {
    this.#held = { row: this.#read() };
  }
  letGo(): void {
    this.#held = undefined;
  }
  run(): RunRow | undefined {
    return this.#held === undefined ? this.#read() : this.#held.row;
  }
  putRun(row: RunRow): void {
    const before = this.run();
    if (before?.config === row.config && before.base === row.base)
      this.#sql('putFacts').run(encodeFacts(row), this.#id);
    else this.#sql('putRun').run(this.#id, resumeKey(row.config.identity), encodeConfig(row), encodeFacts(row));
    if (this.#held !== undefined) this.#held.row = row;
  }
  counts(): Counts {
    return this.#needRun().counts;
  }
  checkpoint(): Checkpoint | undefined {
    return this.#needRun().checkpoint;
  }
  entry(id: string): EntryRow | undefined {
    return one(this.#sql('entry').get(this.#id, id));
  }
  putEntry(row: EntryRow): void {
    const { proposal, candidate, evaluation, placement } = row;
    const before = this.entry(proposal.id);
    const rank = this.#rankOf(evaluation);
    this.#sql('putEntry').run(
      this.#id,
      proposal.id,
      proposal.batch,
      proposal.ord,
      proposal.operator === 'seed' ? 1 : 0,
      encode(proposal),
      candidate === undefined ? null : encode(candidate),
      row.dropped === undefined ? null : encode(row.dropped),
      evaluation === undefined ? null : encode(evaluation),
      row.sameAs ?? null,
      placement === undefined ? null : encode(placement),
      row.homes === undefined ? null : encode(row.homes),
      evaluation?.outcome ?? null,
      rank,
      candidate?.tree ?? null,
      candidate?.form ?? null,
      row.kin.parent ?? null,
      row.kin.depth,
      row.kin.jump ?? null,
      proposal.arm ?? null,
      row.evaluatedSeq ?? null,
      row.placedSeq ?? null,
      row.experiment === undefined ? null : encode(row.experiment),
      row.experiment?.status ?? null,
      row.changedSeq ?? null,
      proposal.hand === true ? 1 : 0,
    );
    const { stays, came, went } = movesOf(before?.homes, row.homes);
    for (const home of went) this.#move('moveOut', proposal.id, home);
    if (stays && this.#rankOf(before?.evaluation) !== rank) this.#sql('rankResident').run(rank, this.#id, proposal.id);
    for (const home of came) this.#move('moveIn', proposal.id, home);
    if (row.experiment !== undefined) this.#tasks.put(before, row, rank);
  }
  raise(id: string): void {
    this.#sql('raise').run(this.#id, id);
    this.#sql('raiseResident').run(this.#id, id);
  }
  kin(id: string): Kin | undefined {
    const row = this.#sql('kin').get(this.#id, id);
    return row === undefined ? undefined : decodeKin(row);
  }
  claims(home: string, from: number, limit: number): readonly Claim[] {
    const rows = this.#sql('claims').all(this.#id, home, limit, from);
    return rows.map(({ id, kids, rank_key }) => ({ id: String(id), key: Number(rank_key), kids: Number(kids) }));
  }
  placed(limit: number): readonly Entry[] {
    return this.#sql('placed').all(this.#id, limit).map(decodeEntry);
  }
  arm(arm: Arm, limit: number, offset = 0): readonly Entry[] {
    return this.#sql('arm').all(this.#id, arm, limit, offset).map(decodeEntry);
  }
  improvements(limit: number): readonly Improvement[] {
    const rows = this.#sql('improvements').all(this.#id, limit);
    return rows.flatMap((row) => decodeValue<Improvement>(row.body) ?? []).reverse();
  }
  putImprovement(nth: number, improvement: Improvement): void {
    this.#sql('putImprovement').run(this.#id, nth, encode(improvement));
  }
  best(): Entry | undefined {
    const { best } = this.#needRun();
    return best === undefined ? undefined : this.entry(best);
  }
  top(home: string, k: number): readonly Entry[] {
    return this.#sql('top').all(this.#id, home, k).map(decodeEntry);
  }
  worst(home: string): Entry | undefined {
    return one(this.#sql('worst').get(this.#id, home));
  }
  homeSize(home: string): number {
    return Number(this.#sql('homeSize').get(this.#id, home)?.size ?? 0);
  }
  unfinished(limit: number): readonly Entry[] {
    return this.#sql('unfinished').all(this.#id, limit).map(decodeEntry);
  }
  unplaced(): Entry | undefined {
    return one(this.#sql('unplaced').get(this.#id));
  }
  entries(batch: number): readonly Entry[] {
    return this.#sql('entries').all(this.#id, batch).map(decodeEntry);
  }
  entriesAfter(batch: number, ord: number, limit: number): readonly Entry[] {
    return this.#sql('entriesAfter').all(this.#id, batch, ord, limit).map(decodeEntry);
  }
  ranking(limit: number, offset = 0): readonly Entry[] {
    return this.#sql('ranking').all(this.#id, limit, offset).map(decodeEntry);
  }
  sameTree(tree: Sha): Entry | undefined {
    return one(this.#sql('sameTree').get(this.#id, tree));
  }
  sameForm(form: string): Entry | undefined {
    return one(this.#sql('sameForm').get(this.#id, form));
  }
  lineage(id: CandidateId, limit: number): readonly Entry[] {
    return lineageOf((one) => this.entry(one), id, limit);
  }
  batch(batch: number): BatchRow | undefined {
    return decodeValue(this.#sql('batch').get(this.#id, batch)?.body);
  }
  putBatch(row: BatchRow): void {
    this.#sql('putBatch').run(this.#id, row.batch, encode(row));
  }
  history(limit: number): readonly BatchRow[] {
    const rows = this.#sql('history').all(this.#id, limit);
    return rows
      .map((row) => decodeValue<BatchRow>(row.body))
      .filter((row) => row !== undefined)
      .reverse();
  }
  children(id: CandidateId, limit: number): readonly Entry[] {
    return this.#sql('children').all(this.#id, id, limit).map(decodeEntry);
  }
  call(key: string): Call | undefined {
    return decodeValue(this.#sql('call').get(this.#id, key)?.body);
  }
  callsAfter(key: string, limit: number): readonly Call[] {
    const rows = this.#sql('callsAfter').all(this.#id, key, limit);
    return rows.map((row) => decodeValue<Call>(row.body)).filter((call) => call !== undefined);
  }
  putCall(call: Call): void {
    this.#sql('putCall').run(this.#id, call.key, encode(call));
  }
  memo(key: string): unknown {
    return decodeValue(this.#sql('memo').get(this.#id, key)?.value);
  }
  putMemo(key: string, value: unknown): void {
    this.#sql('putMemo').run(this.#id, key, encode(value));
  }
  asked(key: string): boolean {
    return this.#sql('question').get(this.#id, key) !== undefined;
  }
  putAsked(key: string): void {
    this.#sql('putAsked').run(this.#id, key);
  }
  answer(key: string): unknown {
    return decodeValue(this.#sql('question').get(this.#id, key)?.answer);
  }
  putAnswer(key: string, value: unknown): void {
    this.#sql('putAnswer').run(this.#id, key, encode(value));
  }

  leaders(home: string, without: readonly CandidateId[]): readonly Leader[] {
    if (home === FRONTIER) return this.#tasks.leaders(without);
    const { direction } = this.#needRun().config.fixed;
    return leadersAmong(inOrderOfArrival(this.top(home, Number.MAX_SAFE_INTEGER), home, without), direction);
  }

  #move(how: 'moveIn' | 'moveOut', id: string, { name, since, nth }: Residence): void {
    if (how === 'moveIn') this.#sql('moveIn').run(name, since, nth, this.#id, id);
    else this.#sql('moveOut').run(this.#id, id, name);
    this.#sql('resize').run(this.#id, name, how === 'moveIn' ? 1 : -1);
  }
  #rankOf(evaluation: Evaluation | undefined): number | null {
    return evaluation === undefined ? null : rankKey(evaluation, this.#needRun().config.fixed.direction);
  }
  #read(): RunRow | undefined {
    const row = this.#sql('run').get(this.#id);
    return row === undefined ? undefined : decodeRun(row);
  }
  #needRun(): RunRow {
    const run = this.run();
    if (run === undefined) throw new Error(`run ${this.#id} is not open`);
    return run;
  }
}

const one = (row: SqlRow | undefined): EntryRow | undefined => (row === undefined ? undefined : decodeEntry(row));
