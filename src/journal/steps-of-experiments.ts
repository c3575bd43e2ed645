/** What experiments are kept in. Contract: steps are never changed. */
export const STEPS_OF_EXPERIMENTS: readonly string[] = [
  // Experiments: what became of them, their attempts, what was said of them, and who is best at which task.
  `
  alter table entry add column experiment text;
  alter table entry add column status text;
  alter table entry add column changed_seq integer;
  alter table entry add column hand integer not null default 0;
  create index entry_status on entry (run, status, changed_seq desc, batch desc) where status is not null;
  create index entry_offspring on entry (run, parent, batch, ord) where parent is not null;
  drop index entry_unplaced;
  drop index entry_unfinished;
  create index entry_unplaced on entry (run, batch, ord) where placed_seq is null and hand = 0;
  create index entry_unfinished on entry (run, batch, ord)
    where placed_seq is null and hand = 0 and dropped is null and (outcome is null or outcome = 'broken');
  create table attempt (
    run text not null,
    id text not null,
    attempt integer not null,
    body text not null,
    primary key (run, id, attempt)
  ) without rowid;
  create table remark (
    seq integer primary key,
    run text not null,
    kind text not null,
    experiment text,
    task text,
    body text not null
  );
  create index remark_kind on remark (run, kind, seq);
  create index remark_experiment on remark (run, kind, experiment, seq);
  create index remark_task on remark (run, kind, task, seq);
  create table directive (
    run text not null,
    id text not null,
    nth integer not null,
    body text not null,
    primary key (run, id)
  ) without rowid;
  create index directive_nth on directive (run, nth);
  create table gate (
    run text not null,
    node text not null,
    name text not null,
    nth integer not null,
    body text not null,
    primary key (run, node, name)
  ) without rowid;
  create index gate_nth on gate (run, nth);
  create table task (
    run text not null,
    id text not null,
    task text not null,
    key real not null,
    direction text not null,
    rank_key real,
    since integer not null,
    nth integer not null,
    primary key (run, id, task)
  ) without rowid;
  create index task_leader on task (run, task, key desc, rank_key desc, since, nth, id, direction);
  create table task_count (
    run text not null,
    task text not null,
    reports integer not null,
    primary key (run, task)
  ) without rowid;
  `,
];
