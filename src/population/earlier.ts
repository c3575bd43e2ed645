import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Damaged } from './connection.ts';
import { type NewProgram, NO_PARENT, scoreOf } from './program.ts';
import { DEFAULTS, MOST_ISLANDS, type Settings } from './settings.ts';

/** The population as one JSON file, as other tools keep it. */
export const EARLIER = 'database.json';

export interface EarlierProgram extends NewProgram {
  readonly id: string;
  readonly island: number;
  readonly generation: number;
  readonly score: number;
}

export interface Earlier {
  readonly settings: Pick<Settings, 'islands' | 'islandCapacity' | 'migrationInterval'>;
  readonly generation: number;
  readonly current: number;
  readonly programs: readonly EarlierProgram[];
  /** How many had no id or no score. */
  readonly leftOut: number;
}

/** Contract: throws `Damaged` where it is no such file; undefined where there is none. */
export function earlierIn(dir: string, metric: string | undefined): Earlier | undefined {
  const path = join(dir, EARLIER);
  if (!existsSync(path)) return undefined;
  const document = documentIn(path);
  const { programs } = document;
  if (!Array.isArray(programs)) throw new Damaged(`${path} has no list of programs.`);
  const islands = Math.min(whole(document.islands, 1) ?? DEFAULTS.islands, MOST_ISLANDS);
  const kept = programs.flatMap((one: unknown) => programIn(one, dir, islands, metric));
  return {
    settings: {
      islands,
      islandCapacity: whole(document.islandCapacity, 1) ?? DEFAULTS.islandCapacity,
      migrationInterval: whole(document.migrationInterval, 1) ?? DEFAULTS.migrationInterval,
    },
    generation: whole(document.generation, 0) ?? kept.length,
    current: (whole(document.currentIsland, 0) ?? kept.length) % islands,
    programs: kept,
    leftOut: programs.length - kept.length,
  };
}

function documentIn(path: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isRecord(document)) return document;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Damaged(`${path} is no JSON object.`);
}

function programIn(one: unknown, dir: string, islands: number, metric: string | undefined): readonly EarlierProgram[] {
  if (!isRecord(one) || !isRecord(one.metrics)) return [];
  const { metrics } = one;
  const id = textOf(one.id);
  const score = scoreIn(metrics, metric);
  if (id === '' || score === undefined) return [];
  return [
    {
      id,
      codePath: resolve(dir, textOf(one.codePath)),
      targetCode: textOf(one.targetCode),
      parentId: textOf(one.parentId) || NO_PARENT,
      metrics,
      changes: textOf(one.changes),
      island: (whole(one.island, 0) ?? 0) % islands,
      generation: whole(one.generation, 0) ?? 0,
      score,
    },
  ];
}

function scoreIn(metrics: Readonly<Record<string, unknown>>, metric: string | undefined): number | undefined {
  try {
    return scoreOf(metrics, metric);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const whole = (value: unknown, least: number): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : undefined;
