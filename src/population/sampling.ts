import { drawn, type Shore } from '../archive/archive.ts';
import { rng } from '../domain/rng.ts';
import { UserError } from '../lib/user-error.ts';
import { isReadable, type Program } from './program.ts';
import { islandsOf } from './settings.ts';
import { type Brief, briefOf, programOf, type Query, type State, sizeOf } from './tables.ts';

export interface Sampled {
  readonly parent: Program;
  readonly inspirations: readonly Brief[];
  /** Whose turn it is: the parent lives there. */
  readonly island: number;
  /** Which sample it is. */
  readonly sample: number;
}

/** So many parents whose file is gone are passed over. */
const TRIES = 64;

/** Contract: the same state gives the same sample; costs the same however many live. */
export function sampleOf(query: Query, state: State, wanted: number): Sampled {
  const { settings, samples } = state;
  const random = rng(settings.seed, 'sample', samples);
  const island = inhabited(query, state);
  const shore = shoreOf(query, island, settings.exploitTop);
  for (let tried = 1; ; tried++) {
    const row = query('program').get(drawn(islandsOf(settings), shore, random) ?? '');
    if (row === undefined) throw new Error(`island ${island} has a resident that was never recorded`);
    const parent = programOf(row);
    if (isReadable(parent.codePath))
      return { parent, inspirations: inspirationsFor(query, parent.id, wanted), island, sample: samples };
    if (tried === TRIES)
      throw new UserError(`${parent.codePath} of ${parent.id} is gone: put the files of the programs back.`);
  }
}

/** The island whose turn it is, or the next on which somebody lives. */
function inhabited(query: Query, { settings, current }: State): number {
  for (let ahead = 0; ahead < settings.islands; ahead++) {
    const island = (current + ahead) % settings.islands;
    if (sizeOf(query, island) > 0) return island;
  }
  throw new Error('programs were recorded and nobody lives');
}

/**
 * The first of an island by rank, the others in any order that stays: counting ranks down to the middle would take longer
 * the more live there.
 */
function shoreOf(query: Query, island: number, top: number): Shore {
  const best = query('top').all(island, top);
  const taken = best.map(({ slot }) => Number(slot)).sort((a, b) => a - b);
  return {
    size: sizeOf(query, island),
    at(rank) {
      const row = best[rank] ?? query('inSlot').get(island, beside(taken, rank - best.length));
      return row === undefined ? undefined : String(row.id);
    },
  };
}

/** The nth slot, from 0, that is not taken. Contract: `taken` is in order. */
const beside = (taken: readonly number[], nth: number): number =>
  taken.reduce((slot, gone) => (gone <= slot ? slot + 1 : slot), nth);

const inspirationsFor = (query: Query, parent: string, wanted: number): readonly Brief[] =>
  query('living')
    .all(wanted + 1)
    .map(briefOf)
    .filter(({ id }) => id !== parent)
    .slice(0, wanted);
