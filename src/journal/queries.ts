import type { Database, Statement } from '../lib/sqlite.ts';

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
  putEntry: `insert into entry (run, id, batch, ord, is_seed, proposal, candidate, dropped, evaluation, same_as, placement, homes, outcome, rank_key, tree, form, parent, depth, jump, arm, evaluated_seq, placed_seq, experiment, status, changed_seq, hand)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (run, id) do update set candidate = excluded.candidate, dropped = excluded.dropped, evaluation = excluded.evaluation,
      same_as = excluded.same_as, placement = excluded.placement, homes = excluded.homes, outcome = excluded.outcome,
      rank_key = excluded.rank_key, tree = excluded.tree, form = excluded.form, evaluated_seq = excluded.evaluated_seq, placed_seq = excluded.placed_seq,
      experiment = excluded.experiment, status = excluded.status, changed_seq = excluded.changed_seq`,
  raise: 'update entry set kids = kids + 1 where run = ? and id = ?',
  raiseResident: 'update resident set kids = kids + 1 where run = ? and id = ?',
  moveIn: `insert into resident (run, id, home, rank_key, since, nth, kids)
    select run, id, ?, rank_key, ?, ?, kids from entry where run = ? and id = ?`,
  moveOut: 'delete from resident where run = ? and id = ? and home = ?',
  rankResident: 'update resident set rank_key = ? where run = ? and id = ?',
  kin: 'select kids, depth, parent, jump from entry where run = ? and id = ?',
  claims: `select id, kids, rank_key from resident where run = ? and home = ? and rank_key is not null
    order by rank_key desc, since desc, nth desc limit ? offset ?`,
  placed: 'select * from entry where run = ? and placed_seq is not null order by placed_seq desc limit ?',
  arm: 'select * from entry where run = ? and arm = ? and placed_seq is not null order by placed_seq limit ? offset ?',
  improvements: 'select body from improvement where run = ? order by nth desc limit ?',
  putImprovement:
    'insert into improvement (run, nth, body) values (?, ?, ?) on conflict (run, nth) do update set body = excluded.body',
  resize:
    'insert into home (run, name, size) values (?, ?, ?) on conflict (run, name) do update set size = size + excluded.size',
  homeSize: 'select size from home where run = ? and name = ?',
  top: `select entry.* from resident cross join entry on entry.run = resident.run and entry.id = resident.id
    where resident.run = ? and resident.home = ? order by resident.rank_key desc, since, nth limit ?`,
  worst: `select entry.* from resident cross join entry on entry.run = resident.run and entry.id = resident.id
    where resident.run = ? and resident.home = ? order by resident.rank_key, since desc, nth desc limit 1`,
  unfinished: `select * from entry where run = ? and placed_seq is null and hand = 0 and dropped is null and (outcome is null or outcome = 'broken')
    order by batch, ord limit ?`,
  unplaced: 'select * from entry where run = ? and placed_seq is null and hand = 0 order by batch, ord limit 1',
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
  experiments:
    'select * from entry where run = ? and status = ? order by changed_seq desc, batch desc limit ? offset ?',
  offspring: 'select * from entry where run = ? and parent = ? order by batch, ord limit ?',
  attempt: 'select body from attempt where run = ? and id = ? and attempt = ?',
  attempts: 'select body from attempt where run = ? and id = ? order by attempt',
  putAttempt:
    'insert into attempt (run, id, attempt, body) values (?, ?, ?, ?) on conflict (run, id, attempt) do update set body = excluded.body',
  putRemark: 'insert into remark (run, seq, kind, experiment, task, body) values (?, ?, ?, ?, ?, ?)',
  remarks: 'select body from remark where run = ? and kind = ? order by seq desc limit ?',
  remarksOf: 'select body from remark where run = ? and kind = ? and experiment is ? order by seq desc limit ?',
  remarksOnTask: 'select body from remark where run = ? and kind = ? and task = ? order by seq desc limit ?',
  remarksOfTask:
    'select body from remark where run = ? and kind = ? and experiment = ? and task = ? order by seq desc limit ?',
  directive: 'select body from directive where run = ? and id = ?',
  directives: 'select body from directive where run = ? order by nth desc limit ?',
  putDirective: `insert into directive (run, id, nth, body)
    values (?1, ?2, (select coalesce(max(nth), 0) + 1 from directive where run = ?1), ?3)
    on conflict (run, id) do update set body = excluded.body`,
  nodeGates: 'select body from gate where run = ? order by nth',
  putGate: `insert into gate (run, node, name, nth, body)
    values (?1, ?2, ?3, (select coalesce(max(nth), 0) + 1 from gate where run = ?1), ?4)
    on conflict (run, node, name) do update set body = excluded.body`,
  removeGate: 'delete from gate where run = ? and node = ? and name = ?',
  putTask: 'insert into task (run, id, task, key, direction, rank_key, since, nth) values (?, ?, ?, ?, ?, ?, ?, ?)',
  tasksOf: 'select task from task where run = ? and id = ?',
  removeTasks: 'delete from task where run = ? and id = ?',
  countTask:
    'insert into task_count (run, task, reports) values (?, ?, ?) on conflict (run, task) do update set reports = reports + excluded.reports',
  taskCount: 'select reports from task_count where run = ? and task = ?',
  taskCounts: 'select task, reports from task_count where run = ? and reports > 0 order by task',
  taskLeaders:
    'select id, key, direction from task where run = ? and task = ? order by key desc, rank_key desc, since, nth limit ?',
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
