import type { Home, Resident } from '../domain/archive.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Database, SqlRow, Statement } from '../lib/sqlite.ts';
import type { Program } from './program.ts';
import type { Settings } from './settings.ts';

export interface State {
  readonly settings: Settings;
  /** How many have been added. */
  readonly generation: number;
  /** The island of the next addition. */
  readonly current: number;
  readonly samples: number;
  readonly migrations: number;
}

/** Whose place on an island is decided. */
export interface Settler {
  readonly id: string;
  readonly score: number;
  readonly rankKey: number;
}

/** A program without its code, which may be long. */
export type Brief = Omit<Program, 'targetCode'>;

const BRIEF = 'seq, id, parent, island, generation, score, rank_key, metrics, changes, code_path';

export const QUERIES = {
  state: 'select * from state where one = 1',
  begin: 'insert into state values (1, ?, ?, ?, 0, 0)',
  resettle: 'update state set settings = ? where one = 1',
  count: 'update state set generation = ?, current = ?, migrations = ? where one = 1',
  sampled: 'update state set samples = samples + 1 where one = 1 returning *',
  clearIslands: 'delete from island',
  island: 'insert into island values (?, 0)',
  size: 'select size from island where island = ?',
  grow: 'update island set size = size + ? where island = ?',
  newest: 'select max(seq) as seq from program',
  insert: 'insert into program values (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)',
  program: 'select * from program where id = ?',
  first: `select ${BRIEF} from program where seq = 1`,
  best: `select ${BRIEF} from program order by rank_key desc, seq limit 1`,
  living: `select ${BRIEF} from program where homes > 0 order by rank_key desc, seq limit ?`,
  homes: 'update program set homes = homes + ? where id = ?',
  top: 'select id, score, rank_key, slot from resident where island = ? order by rank_key desc, arrival limit ?',
  worst: 'select id, score, rank_key from resident where island = ? order by rank_key, arrival desc limit 1',
  lives: 'select arrival from resident where island = ? and id = ?',
  inSlot: 'select id from resident where island = ? and slot = ?',
  arrive: 'insert into resident (island, id, score, rank_key, slot) values (?, ?, ?, ?, ?)',
  leave: 'delete from resident where island = ? and id = ? returning slot',
  fill: 'update resident set slot = ? where island = ? and slot = ?',
} as const;

export type Query = (name: keyof typeof QUERIES) => Statement;

/** Statements are prepared when first asked for: a verb needs few of them. */
export function queriesOf(database: Database): Query {
  const prepared = new Map<string, Statement>();
  return (name) => {
    const statement = prepared.get(name) ?? database.prepare(QUERIES[name]);
    prepared.set(name, statement);
    return statement;
  };
}

export function stateOf(row: SqlRow): State {
  return {
    settings: JSON.parse(String(row.settings)),
    generation: Number(row.generation),
    current: Number(row.current),
    samples: Number(row.samples),
    migrations: Number(row.migrations),
  };
}

export function briefOf(row: SqlRow): Brief {
  return {
    id: String(row.id),
    codePath: String(row.code_path),
    parentId: String(row.parent),
    metrics: JSON.parse(String(row.metrics)),
    changes: String(row.changes),
    island: Number(row.island),
    generation: Number(row.generation),
    score: Number(row.score),
  };
}

export const programOf = (row: SqlRow): Program => ({ ...briefOf(row), targetCode: String(row.target_code) });

export const settlerOf = (row: SqlRow): Settler => ({
  id: String(row.id),
  score: Number(row.score),
  rankKey: Number(row.rank_key),
});

/** A program's score as what an archive goes by. */
export const scored = (score: number): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score],
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages: [],
});

const residentOf = (row: SqlRow): Resident => ({ id: String(row.id), evaluation: scored(Number(row.score)) });

export const sizeOf = (query: Query, island: number): number => Number(query('size').get(island)?.size ?? 0);

/** An island as an archive looks at it. */
export function homeOf(query: Query, island: number): Home {
  return {
    name: String(island),
    size: sizeOf(query, island),
    worst() {
      const row = query('worst').get(island);
      return row === undefined ? undefined : residentOf(row);
    },
    top: (k) => query('top').all(island, k).map(residentOf),
  };
}
