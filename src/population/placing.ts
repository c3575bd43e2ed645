import { ranked } from '../archive/archive.ts';
import { type Direction, rankKey } from '../domain/compare.ts';
import type { NewProgram } from './program.ts';
import { islandsIn, type Settings } from './settings.ts';
import { homeOf, type Query, type Settler, scored, settlerOf, sizeOf } from './tables.ts';

export const settlerWith = (id: string, score: number, direction: Direction): Settler => ({
  id,
  score,
  rankKey: rankKey(scored(score), direction) ?? 0,
});

export type Recorded = NewProgram & { readonly island: number; readonly generation: number };

/** Writes a program down; it lives nowhere yet. */
export function record(query: Query, who: Settler, program: Recorded): void {
  const { parentId, island, generation, metrics, changes, codePath, targetCode } = program;
  const seq = Number(query('newest').get()?.seq ?? 0) + 1;
  const text = JSON.stringify(metrics);
  query('insert').run(
    ...[seq, who.id, parentId, island, generation, who.score, who.rankKey, text, changes, codePath, targetCode],
  );
}

/** Contract: false where an island has no room for it; nobody lives twice on an island. */
export function settle(query: Query, settings: Settings, island: number, who: Settler): boolean {
  const { islandCapacity: capacity, direction } = settings;
  if (query('lives').get(island, who.id) !== undefined) return false;
  const home = homeOf(query, island);
  const placed = ranked({ capacity, home: home.name, direction }).place(home, {
    id: who.id,
    evaluation: scored(who.score),
  });
  if (placed.kind !== 'kept') return false;
  for (const id of placed.evicted) evict(query, island, id);
  query('arrive').run(island, who.id, who.score, who.rankKey, sizeOf(query, island));
  query('grow').run(1, island);
  query('homes').run(1, who.id);
  return true;
}

/** The last slot's resident moves into the slot that falls empty, so that the slots of an island have no gaps. */
function evict(query: Query, island: number, id: string): void {
  const slot = Number(query('leave').get(island, id)?.slot);
  const last = sizeOf(query, island) - 1;
  if (slot !== last) query('fill').run(slot, island, last);
  query('grow').run(-1, island);
  query('homes').run(-1, id);
}

/** The best of each island goes to all others, in order: each finds who has come before it. */
export function migrate(query: Query, settings: Settings): void {
  const all = islandsIn(settings);
  const best = all.flatMap((from) =>
    query('top')
      .all(from, 1)
      .map((row) => ({ from, who: settlerOf(row) })),
  );
  for (const { from, who } of best) for (const island of all) if (island !== from) settle(query, settings, island, who);
}
