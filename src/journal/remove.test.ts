import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Event } from '../domain/event.ts';
import { COMMITTED } from '../domain/experiment.ts';
import { openDatabase } from '../lib/sqlite.ts';
import { openStore, STORE } from './journal.ts';
import { RUN_TABLES } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-remove-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const identity = { strategy: 'rounds' as const, fitness: 'f', folder: '', files: ['a'] };
const adjustable = {
  k: 2,
  operator: 'tune' as const,
  agentTimeoutMs: 1,
  lenses: [],
  branches: false,
  generations: 1,
  stale: 1,
  budget: {},
  parallel: 1,
  parallelBench: 1,
  timeoutMs: 1,
  memoryMb: 1,
  goal: '',
};
const fixed = { direction: 'max' as const, seed: 1, gates: [], repeat: 1, parse: 'auto' as const, inputs: [] };
const brief = { objective: '', boundaries: [], pointers: [] };
const seed = {
  id: 's',
  batch: 0,
  ord: 0,
  home: COMMITTED,
  operator: 'seed' as const,
  by: 'user',
  inspirations: [],
  brief,
};

/** One event for every table. */
const events: readonly Event[] = [
  { type: 'opened', config: { identity, fixed, adjustable }, base: { commit: 'c', tree: 't' } },
  { type: 'proposed', proposal: { ...seed, parents: ['s'] } },
  {
    type: 'applied',
    candidate: { id: 's', proposal: 's', parents: [], commit: 'c', tree: 't', summary: '' },
    attempt: 1,
  },
  {
    type: 'evaluated',
    candidate: 's',
    evaluation: {
      outcome: 'scored',
      epoch: 1,
      samples: [1],
      comparisons: [],
      metrics: {},
      tasks: { easy: 1 },
      channel: 'number',
      stages: [],
    },
  },
  { type: 'concluded', experiment: 's', attempt: 1, end: { outcome: 'committed', score: 1, gates: [] } },
  { type: 'placed', proposal: 's', placement: { kind: 'kept', home: COMMITTED, evicted: [] } },
  { type: 'noted', text: 'n' },
  { type: 'directed', directive: 'd1', text: 'd' },
  { type: 'gated', experiment: 's', gate: { name: 'g', command: 'true', phase: 'post' } },
  { type: 'memo', key: 'm', value: 1 },
  { type: 'answered', key: 'q', answer: 1 },
  {
    type: 'called',
    call: {
      key: 's/author',
      agent: 'a',
      role: 'author',
      outcome: 'answered',
      estimate: { tokens: 1 },
      ms: 1,
      record: 'calls/s.author.json',
    },
  },
  { type: 'landed', candidate: 's', how: 'branch', where: 'b' },
];

describe('removing a run', () => {
  it('leaves no row of it in any table, and every row of the others', () => {
    const store = openStore(folder);
    for (const run of ['r1', 'r2']) store.journal(run).append(() => events);
    const other = store.journal('r1').read(0, 100);
    store.remove('r2');
    store.remove('r2');
    expect(store.runs(10)).toEqual(['r1']);
    expect(store.journal('r2').view().run()).toBeUndefined();
    expect(store.newest(identity)).toBe('r1');
    expect(store.journal('r1').read(0, 100)).toEqual(other);
    expect(store.journal('r1').view().run()?.applied).toEqual({ candidate: 's', how: 'branch', where: 'b' });
    store.close();
    const database = openDatabase(join(folder, STORE));
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    expect(tables.map(({ name }) => name).sort()).toEqual([...RUN_TABLES, 'run'].sort());
    for (const table of RUN_TABLES)
      expect(database.prepare(`select distinct run from ${table}`).all()).toMatchObject([{ run: 'r1' }]);
    database.close();
  });
});
