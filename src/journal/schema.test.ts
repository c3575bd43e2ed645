import { describe, expect, it } from 'vitest';
import { openDatabase } from '../lib/sqlite.ts';
import { FutureStore, migrate } from './schema.ts';

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

  it('refuses a store of the future', () => {
    const database = openDatabase(':memory:');
    database.exec('pragma user_version = 5');
    expect(() => migrate(database, ['create table a (x)'])).toThrow(FutureStore);
    database.close();
  });
});
