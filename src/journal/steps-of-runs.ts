/** What runs and their candidates are kept in. Contract: steps are never changed. */
export const STEPS_OF_RUNS: readonly string[] = [
  `
  create table event (
    seq integer primary key,
    run text not null,
    at integer not null,
    body text not null
  );
  create index event_run on event (run, seq);

  create table run (
    number integer primary key,
    id text not null unique,
    resume_key text not null,
    config text not null,
    facts text not null
  );
  create index run_resume on run (resume_key, number);

  create table entry (
    run text not null,
    id text not null,
    batch integer not null,
    ord integer not null,
    is_seed integer not null,
    proposal text not null,
    candidate text,
    dropped text,
    evaluation text,
    same_as text,
    placement text,
    home text,
    alive integer not null,
    outcome text,
    rank_key real,
    tree text,
    evaluated_seq integer,
    placed_seq integer,
    primary key (run, id)
  );
  create index entry_batch on entry (run, batch, ord);
  create index entry_unplaced on entry (run, batch, ord) where placed_seq is null;
  create index entry_unfinished on entry (run, batch, ord)
    where placed_seq is null and dropped is null and (outcome is null or outcome = 'broken');
  create index entry_living on entry (run, home, rank_key desc, placed_seq) where alive = 1;
  create index entry_ranking on entry (run, rank_key desc, batch, ord) where evaluated_seq is not null and is_seed = 0;
  create index entry_tree on entry (run, tree, placed_seq) where placed_seq is not null and outcome <> 'broken';

  create table home (
    run text not null,
    name text not null,
    size integer not null,
    primary key (run, name)
  ) without rowid;

  create table batch (
    run text not null,
    batch integer not null,
    body text not null,
    primary key (run, batch)
  ) without rowid;

  create table memo (
    run text not null,
    key text not null,
    value text not null,
    primary key (run, key)
  );

  create table question (
    run text not null,
    key text not null,
    answer text,
    primary key (run, key)
  );
  `,
  // Population and author may change while a run goes on, and drawn numbers say whose they are.
  `
  create temp table moved as select id,
    json_extract(config, '$.config.fixed.k') as k,
    json_extract(config, '$.config.fixed.operator') as operator from run;
  update run set config = json_remove(json_set(config,
      '$.config.adjustable.k', json_extract(config, '$.config.fixed.k'),
      '$.config.adjustable.operator', json_extract(config, '$.config.fixed.operator'),
      '$.config.adjustable.agentTimeoutMs', 1200000,
      '$.config.adjustable.lenses', json('[]'),
      '$.config.adjustable.branches', json('false')),
    '$.config.fixed.k', '$.config.fixed.operator');
  update event set body = json_remove(json_set(body,
      '$.config.adjustable.k', json_extract(body, '$.config.fixed.k'),
      '$.config.adjustable.operator', json_extract(body, '$.config.fixed.operator'),
      '$.config.adjustable.agentTimeoutMs', 1200000,
      '$.config.adjustable.lenses', json('[]'),
      '$.config.adjustable.branches', json('false')),
    '$.config.fixed.k', '$.config.fixed.operator')
    where json_extract(body, '$.type') = 'opened';
  update event set body = json_set(body,
      '$.adjustable.k', (select k from moved where id = event.run),
      '$.adjustable.operator', (select operator from moved where id = event.run),
      '$.adjustable.agentTimeoutMs', 1200000,
      '$.adjustable.lenses', json('[]'),
      '$.adjustable.branches', json('false'))
    where json_extract(body, '$.type') = 'configured';
  update event set body = json_set(body, '$.proposal.edit.of', 'gen0-seed')
    where json_extract(body, '$.type') = 'proposed' and json_extract(body, '$.proposal.edit') is not null;
  update entry set proposal = json_set(proposal, '$.edit.of', 'gen0-seed')
    where json_extract(proposal, '$.edit') is not null;
  update event set body = json_set(body, '$.key', 'tune/gen0-seed')
    where json_extract(body, '$.type') = 'memo' and json_extract(body, '$.key') = 'tune';
  update memo set key = 'tune/gen0-seed' where key = 'tune';
  drop table moved;
  `,
  // Candidates are known by their syntax, too.
  `
  alter table entry add column form text;
  create index entry_form on entry (run, form, placed_seq)
    where form is not null and placed_seq is not null and outcome <> 'broken';
  `,
  // Calls of agents, and who came of whom. There may be several authors.
  `
  create table call (
    run text not null,
    key text not null,
    body text not null,
    primary key (run, key)
  );
  alter table entry add column parent text;
  update entry set parent = json_extract(proposal, '$.parents[0]') where is_seed = 0;
  create index entry_children on entry (run, parent, placed_seq) where parent is not null and placed_seq is not null;
  update run set config = json_remove(json_set(config, '$.config.adjustable.agents.author',
      json_array(json_object('agent', json_extract(config, '$.config.adjustable.agent'), 'weight', 1))),
      '$.config.adjustable.agent')
    where json_extract(config, '$.config.adjustable.agent') is not null;
  update event set body = json_remove(json_set(body, '$.config.adjustable.agents.author',
      json_array(json_object('agent', json_extract(body, '$.config.adjustable.agent'), 'weight', 1))),
      '$.config.adjustable.agent')
    where json_extract(body, '$.type') = 'opened' and json_extract(body, '$.config.adjustable.agent') is not null;
  update event set body = json_remove(json_set(body, '$.adjustable.agents.author',
      json_array(json_object('agent', json_extract(body, '$.adjustable.agent'), 'weight', 1))), '$.adjustable.agent')
    where json_extract(body, '$.type') = 'configured' and json_extract(body, '$.adjustable.agent') is not null;
  `,
  // The family tree, what a proposal is for, and who has been best.
  `
  alter table entry add column kids integer not null default 0;
  alter table entry add column depth integer not null default 0;
  alter table entry add column jump text;
  alter table entry add column arm text;
  create temp table family as
    with recursive tree (run, id, depth) as (
      select run, id, 0 from entry where is_seed = 1
      union all
      select entry.run, entry.id, tree.depth + 1 from tree join entry on entry.run = tree.run and entry.parent = tree.id
    ) select * from tree;
  create index temp.family_id on family (run, id);
  create temp table born as select run, parent, count(*) as kids from entry where parent is not null group by run, parent;
  create index temp.born_id on born (run, parent);
  update entry set
    depth = coalesce((select depth from family where family.run = entry.run and family.id = entry.id), 0),
    kids = coalesce((select kids from born where born.run = entry.run and born.parent = entry.id), 0),
    jump = parent;
  drop table family;
  drop table born;
  create index entry_claims on entry (run, home, rank_key desc, placed_seq desc, kids, id)
    where alive = 1 and rank_key is not null;
  create index entry_placed on entry (run, placed_seq) where placed_seq is not null;
  create index entry_arm on entry (run, arm, placed_seq) where arm is not null and placed_seq is not null;
  create table improvement (
    run text not null,
    nth integer not null,
    body text not null,
    primary key (run, nth)
  ) without rowid;
  update run set facts = json_set(facts, '$.counts.control', 0, '$.counts.idle', 0, '$.counts.partner', 0,
    '$.counts.idleProposed', 0, '$.counts.idleOpen', 0);
  `,
  // A candidate may live in several homes, and stands in each by its rank and by when it came there.
  `
  create table resident (
    run text not null,
    id text not null,
    home text not null,
    rank_key real,
    since integer not null,
    nth integer not null,
    kids integer not null,
    primary key (run, id, home)
  ) without rowid;
  insert into resident select run, id, home, rank_key, placed_seq, 0, kids from entry where alive = 1 and home is not null;
  create index resident_living on resident (run, home, rank_key desc, since, nth);
  create index resident_claims on resident (run, home, rank_key desc, since desc, nth desc, kids, id)
    where rank_key is not null;
  drop index entry_living;
  drop index entry_claims;
  alter table entry add column homes text;
  update entry set homes = json_array(json_object('name', home, 'since', placed_seq, 'nth', 0))
    where alive = 1 and home is not null;
  update entry set homes = '[]' where alive = 0 and home is not null;
  alter table entry drop column home;
  alter table entry drop column alive;
  update run set facts = json_set(facts, '$.counts.added', (select count(*) from entry
    where entry.run = run.id and is_seed = 0 and (json_extract(placement, '$.kind') = 'kept' or json_extract(placement, '$.reason') = 'outranked')));
  `,
];
