import type { CandidateId, Sha } from '../domain/candidate.ts';
import { rankKey } from '../domain/compare.ts';
import type { BatchRow, EntryRow, RunRow, Tables } from '../domain/fold.ts';
import type { Call } from '../domain/ledger.ts';
import { lineageOf } from '../domain/lineage.ts';
import type { Arm } from '../domain/proposal.ts';
import type { Checkpoint } from '../domain/question.ts';
import type { Claim, Counts, Entry, Improvement, Kin, View } from '../domain/view.ts';
import type { Database, SqlRow, Statement } from '../lib/sqlite.ts';
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

/** Every question that a view answers. Contract: each is served by an index, so its cost is flat in history. */
export const QUERIES = {
  runs: 'select id from run order by number desc limit ?',
  newestRun: 'select id from run where resume_key = ? order by number desc limit 1',
  insertEvent: 'insert into event (run, at, body) values (?, ?, ?) returning seq',
  eventsAfter: 'select seq, at, body from event where run = ? and seq > ? order by seq limit ?',
  newestEvents: 'select seq, at, body from event where run = ? order by seq desc limit ?',
  run: 'select number, config, facts from run where id = ?',
  putRun:
    'insert into run (id, resume_key, config, facts) values (?, ?, ?, ?) on conflict (id) do update set config = excluded.config, facts = excluded.facts',
  putFacts: 'update run set facts = ? where id = ?',
  entry: 'select * from entry where run = ? and id = ?',
  putEntry: `insert into entry (run, id, batch, ord, is_seed, proposal, candidate, dropped, evaluation, same_as, placement, home, alive, outcome, rank_key, tree, form, parent, depth, jump, arm, evaluated_seq, placed_seq)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (run, id) do update set candidate = excluded.candidate, dropped = excluded.dropped, evaluation = excluded.evaluation,
      same_as = excluded.same_as, placement = excluded.placement, home = excluded.home, alive = excluded.alive, outcome = excluded.outcome,
      rank_key = excluded.rank_key, tree = excluded.tree, form = excluded.form, evaluated_seq = excluded.evaluated_seq, placed_seq = excluded.placed_seq`,
  raise: 'update entry set kids = kids + 1 where run = ? and id = ?',
  kin: 'select kids, depth, parent, jump from entry where run = ? and id = ?',
  claims: `select id, kids from entry where run = ? and home = ? and alive = 1 and rank_key is not null
    order by rank_key desc, placed_seq desc limit ? offset ?`,
  placed: 'select * from entry where run = ? and placed_seq is not null order by placed_seq desc limit ?',
  arm: 'select * from entry where run = ? and arm = ? and placed_seq is not null order by placed_seq limit ? offset ?',
  improvements: 'select body from improvement where run = ? order by nth desc limit ?',
  putImprovement:
    'insert into improvement (run, nth, body) values (?, ?, ?) on conflict (run, nth) do update set body = excluded.body',
  resize:
    'insert into home (run, name, size) values (?, ?, ?) on conflict (run, name) do update set size = size + excluded.size',
  homeSize: 'select size from home where run = ? and name = ?',
  top: 'select * from entry where run = ? and home = ? and alive = 1 order by rank_key desc, placed_seq limit ?',
  worst: 'select * from entry where run = ? and home = ? and alive = 1 order by rank_key, placed_seq desc limit 1',
  unfinished: `select * from entry where run = ? and placed_seq is null and dropped is null and (outcome is null or outcome = 'broken')
    order by batch, ord limit ?`,
  unplaced: 'select * from entry where run = ? and placed_seq is null order by batch, ord limit 1',
  entries: 'select * from entry where run = ? and batch = ? order by ord',
  entriesAfter: 'select * from entry where run = ? and (batch, ord) > (?, ?) order by batch, ord limit ?',
  ranking:
    'select * from entry where run = ? and evaluated_seq is not null and is_seed = 0 order by rank_key desc, batch, ord limit ? offset ?',
  sameTree:
    "select * from entry where run = ? and tree = ? and placed_seq is not null and outcome <> 'broken' order by placed_seq limit 1",
  sameForm:
    "select * from entry where run = ? and form = ? and placed_seq is not null and outcome <> 'broken' order by placed_seq limit 1",
  children:
    'select * from entry where run = ? and parent = ? and placed_seq is not null order by placed_seq desc limit ?',
  call: 'select body from call where run = ? and key = ?',
  callsAfter: 'select body from call where run = ? and key > ? order by key limit ?',
  putCall:
    'insert into call (run, key, body) values (?, ?, ?) on conflict (run, key) do update set body = excluded.body',
  batch: 'select body from batch where run = ? and batch = ?',
  putBatch:
    'insert into batch (run, batch, body) values (?, ?, ?) on conflict (run, batch) do update set body = excluded.body',
  history: 'select body from batch where run = ? order by batch desc limit ?',
  memo: 'select value from memo where run = ? and key = ?',
  putMemo:
    'insert into memo (run, key, value) values (?, ?, ?) on conflict (run, key) do update set value = excluded.value',
  question: 'select answer from question where run = ? and key = ?',
  putAsked: 'insert into question (run, key) values (?, ?) on conflict (run, key) do nothing',
  putAnswer:
    'insert into question (run, key, answer) values (?, ?, ?) on conflict (run, key) do update set answer = excluded.answer',
} as const;

export type Prepare = (name: keyof typeof QUERIES) => Statement;

/** Prepares each statement when it is first asked for. */
export function preparer(database: Database): Prepare {
  const prepared = new Map<string, Statement>();
  return (name) => {
    const known = prepared.get(name) ?? database.prepare(QUERIES[name]);
    prepared.set(name, known);
    return known;
  };
}

/**
 * The tables and the view of one run in SQLite.
 * Contract: inside one write transaction nobody else can change the run's row, so `hold` keeps it in hand there.
 */
export class SqliteRun implements Tables, View {
  readonly #id: string;
  readonly #sql: Prepare;
  #held: { row: RunRow | undefined } | undefined;

  constructor(id: string, sql: Prepare) {
    this.#id = id;
    this.#sql = sql;
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
    if (before?.config === row.config) this.#sql('putFacts').run(encodeFacts(row), this.#id);
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
    const home = placement?.kind === 'kept' ? placement.home : null;
    const before = this.entry(proposal.id);
    if (home !== null && (before?.alive ?? false) !== row.alive)
      this.#sql('resize').run(this.#id, home, row.alive ? 1 : -1);
    const direction = this.#needRun().config.fixed.direction;
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
      home,
      row.alive ? 1 : 0,
      evaluation?.outcome ?? null,
      evaluation === undefined ? null : rankKey(evaluation, direction),
      candidate?.tree ?? null,
      candidate?.form ?? null,
      row.kin.parent ?? null,
      row.kin.depth,
      row.kin.jump ?? null,
      proposal.arm ?? null,
      row.evaluatedSeq ?? null,
      row.placedSeq ?? null,
    );
  }
  raise(id: string): void {
    this.#sql('raise').run(this.#id, id);
  }
  kin(id: string): Kin | undefined {
    const row = this.#sql('kin').get(this.#id, id);
    return row === undefined ? undefined : decodeKin(row);
  }
  claims(home: string, from: number, limit: number): readonly Claim[] {
    const rows = this.#sql('claims').all(this.#id, home, limit, from);
    return rows.map(({ id, kids }) => ({ id: String(id), kids: Number(kids) }));
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
