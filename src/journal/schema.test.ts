import { describe, expect, it } from 'vitest';
import { openDatabase } from '../lib/sqlite.ts';
import { FutureStore, migrate, STEPS } from './schema.ts';

const version = (database: ReturnType<typeof openDatabase>) =>
  database.prepare('pragma user_version').get()?.user_version;

describe('migration', () => {
  it('takes each step once, from wherever the store is', () => {
    const database = openDatabase(':memory:');
    migrate(database, ['create table a (x)']);
    expect(version(database)).toBe(1);
    database.exec('insert into a values (7)');
    const steps = ['create table a (x)', 'alter table a add column y', 'update a set y = x + 1'];
    migrate(database, steps);
    migrate(database, steps);
    expect(version(database)).toBe(3);
    expect(database.prepare('select x, y from a').all()).toMatchObject([{ x: 7, y: 8 }]);
    database.close();
  });

  it('leaves the store as it was when a step fails', () => {
    const database = openDatabase(':memory:');
    migrate(database, ['create table a (x)']);
    expect(() => migrate(database, ['create table a (x)', 'create table b (x); nonsense'])).toThrow();
    expect(version(database)).toBe(1);
    expect(database.prepare("select count(*) as n from sqlite_master where name = 'b'").get()).toMatchObject({ n: 0 });
    database.close();
  });

  it('moves what became adjustable, and says whose numbers were drawn', () => {
    const database = openDatabase(':memory:');
    migrate(database, STEPS.slice(0, 1));
    const config = JSON.stringify({
      config: { fixed: { seed: 1, k: 6, operator: 'tune' }, adjustable: { stale: 3 } },
      base: { commit: 'c' },
    });
    const events = [
      { type: 'opened', ...JSON.parse(config) },
      { type: 'configured', adjustable: { stale: 5 } },
      { type: 'proposed', proposal: { id: 'gen1-1', edit: { literals: [1] } } },
      { type: 'proposed', proposal: { id: 'gen0-seed' } },
      { type: 'memo', key: 'tune', value: 7 },
    ];
    const add = (sql: string, ...values: string[]) => database.prepare(sql).run(...values);
    add("insert into run (id, resume_key, config, facts) values ('r1', 'k', ?, '{}')", config);
    for (const event of events) add("insert into event (run, at, body) values ('r1', 0, ?)", JSON.stringify(event));
    add("insert into memo values ('r1', 'tune', '7')");
    add(
      "insert into entry (run, id, batch, ord, is_seed, proposal, alive) values ('r1', 'gen1-1', 1, 1, 0, ?, 0)",
      JSON.stringify(events[2]?.proposal),
    );
    migrate(database);
    const column = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => JSON.parse(String(row.x)));
    const adjustable = { k: 6, operator: 'tune', agentTimeoutMs: 1_200_000, lenses: [], branches: false };
    const opened = { fixed: { seed: 1 }, adjustable: { stale: 3, ...adjustable } };
    expect(column('select config as x from run')).toEqual([{ config: opened, base: { commit: 'c' } }]);
    expect(column('select body as x from event order by seq')).toEqual([
      { type: 'opened', config: opened, base: { commit: 'c' } },
      { type: 'configured', adjustable: { stale: 5, ...adjustable } },
      { type: 'proposed', proposal: { id: 'gen1-1', edit: { literals: [1], of: 'gen0-seed' } } },
      { type: 'proposed', proposal: { id: 'gen0-seed' } },
      { type: 'memo', key: 'tune/gen0-seed', value: 7 },
    ]);
    expect(column('select proposal as x from entry')).toMatchObject([{ edit: { of: 'gen0-seed' } }]);
    expect(database.prepare('select key from memo').all()).toMatchObject([{ key: 'tune/gen0-seed' }]);
    database.close();
  });

  it('appoints the agent that a run had, and says who came of whom', () => {
    const database = openDatabase(':memory:');
    migrate(database, STEPS.slice(0, 3));
    const config = { config: { adjustable: { k: 2, operator: 'agent', agent: 'command:x' } }, base: { commit: 'c' } };
    const events = [
      { type: 'opened', ...config },
      { type: 'configured', adjustable: { k: 3, agent: 'command:y' } },
      { type: 'configured', adjustable: { k: 4 } },
      { type: 'driven' },
    ];
    const add = (sql: string, ...values: string[]) => database.prepare(sql).run(...values);
    const addRun = "insert into run (id, resume_key, config, facts) values (?, 'k', ?, '{}')";
    add(addRun, 'r1', JSON.stringify(config));
    add(addRun, 'r2', JSON.stringify({ config: { adjustable: { k: 2, operator: 'tune' } } }));
    for (const event of events) add("insert into event (run, at, body) values ('r1', 0, ?)", JSON.stringify(event));
    const addEntry =
      "insert into entry (run, id, batch, ord, is_seed, proposal, alive, placed_seq) values ('r1', ?, 1, 1, ?, ?, 0, 1)";
    database.prepare(addEntry).run('gen0-seed', 1, JSON.stringify({ parents: ['gen0-seed'] }));
    database.prepare(addEntry).run('gen1-1', 0, JSON.stringify({ parents: ['gen0-seed', 'other'] }));
    migrate(database);
    const column = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => JSON.parse(String(row.x)));
    const author = (agent: string) => ({ author: [{ agent, weight: 1 }] });
    const adjustable = { k: 2, operator: 'agent', agents: author('command:x') };
    expect(column('select config as x from run order by number')).toEqual([
      { config: { adjustable }, base: { commit: 'c' } },
      { config: { adjustable: { k: 2, operator: 'tune' } } },
    ]);
    expect(column('select body as x from event order by seq')).toEqual([
      { type: 'opened', config: { adjustable }, base: { commit: 'c' } },
      { type: 'configured', adjustable: { k: 3, agents: author('command:y') } },
      { type: 'configured', adjustable: { k: 4 } },
      { type: 'driven' },
    ]);
    expect(database.prepare('select id, parent from entry order by id').all()).toMatchObject([
      { id: 'gen0-seed', parent: null },
      { id: 'gen1-1', parent: 'gen0-seed' },
    ]);
    database.close();
  });

  it('counts the children of a family that is older than the counts, and how deep each stands', () => {
    const database = openDatabase(':memory:');
    migrate(database, STEPS.slice(0, 4));
    database
      .prepare("insert into run (id, resume_key, config, facts) values ('r1', 'k', '{}', ?)")
      .run(JSON.stringify({ counts: { charged: 4 } }));
    const add = database.prepare(
      "insert into entry (run, id, batch, ord, is_seed, proposal, alive, parent) values ('r1', ?, ?, ?, ?, '{}', 0, ?)",
    );
    add.run('gen0-seed', 0, 0, 1, null);
    add.run('gen1-1', 1, 1, 0, 'gen0-seed');
    add.run('gen1-2', 1, 2, 0, 'gen0-seed');
    add.run('gen2-1', 2, 1, 0, 'gen1-1');
    add.run('gen3-1', 3, 1, 0, 'gen2-1');
    migrate(database);
    expect(database.prepare('select id, kids, depth, jump from entry order by batch, ord').all()).toMatchObject([
      { id: 'gen0-seed', kids: 2, depth: 0, jump: null },
      { id: 'gen1-1', kids: 1, depth: 1, jump: 'gen0-seed' },
      { id: 'gen1-2', kids: 0, depth: 1, jump: 'gen0-seed' },
      { id: 'gen2-1', kids: 1, depth: 2, jump: 'gen1-1' },
      { id: 'gen3-1', kids: 0, depth: 3, jump: 'gen2-1' },
    ]);
    const { facts } = database.prepare('select facts from run').get() ?? {};
    expect(JSON.parse(String(facts))).toMatchObject({ counts: { charged: 4, idle: 0 } });
    database.close();
  });

  it('houses the living of a store that knew one home each, and counts whom it kept', () => {
    const database = openDatabase(':memory:');
    migrate(database, STEPS.slice(0, 5));
    database
      .prepare("insert into run (id, resume_key, config, facts) values ('r1', 'k', '{}', ?)")
      .run(JSON.stringify({ counts: { charged: 4 } }));
    const add = database.prepare(
      "insert into entry (run, id, batch, ord, is_seed, proposal, alive, home, placement, rank_key, placed_seq, kids) values ('r1', ?, ?, 1, ?, '{}', ?, ?, ?, ?, ?, 2)",
    );
    const kept = JSON.stringify({ kind: 'kept', home: 'pool', evicted: [] });
    add.run('seed', 0, 1, 1, 'pool', kept, 1, 4);
    add.run('c1', 1, 0, 0, 'pool', kept, 2, 8);
    add.run('c2', 2, 0, 1, 'pool', kept, 3, 12);
    add.run('c3', 3, 0, 0, null, JSON.stringify({ kind: 'refused', reason: 'invalid' }), null, 16);
    migrate(database);
    expect(database.prepare('select * from resident order by since').all()).toMatchObject([
      { run: 'r1', id: 'seed', home: 'pool', rank_key: 1, since: 4, nth: 0, kids: 2 },
      { run: 'r1', id: 'c2', home: 'pool', rank_key: 3, since: 12, nth: 0, kids: 2 },
    ]);
    expect(database.prepare('select homes from entry order by batch').all()).toMatchObject([
      { homes: '[{"name":"pool","since":4,"nth":0}]' },
      { homes: '[]' },
      { homes: '[{"name":"pool","since":12,"nth":0}]' },
      { homes: null },
    ]);
    const { facts } = database.prepare('select facts from run').get() ?? {};
    expect(JSON.parse(String(facts))).toMatchObject({ counts: { charged: 4, added: 2 } });
    database.close();
  });

  it('refuses a store of the future', () => {
    const database = openDatabase(':memory:');
    database.exec('pragma user_version = 5');
    expect(() => migrate(database, ['create table a (x)'])).toThrow(FutureStore);
    database.close();
  });
});
