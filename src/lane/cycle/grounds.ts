import type { Contract } from '../../domain/contract.ts';
import type { Version } from '../../domain/lane.ts';
import { escapeGlob } from '../../lib/glob.ts';
import type { Premises } from '../premises.ts';
import type { GoalOptions } from './options.ts';
import { scopeFor } from './scope.ts';

/** What holds for all that is done on a base. */
export interface Grounds {
  readonly contract: Contract;
  /** With the base as the seed. */
  readonly local: Premises;
}

/** For a piece of work that is about these paths. */
export async function groundsOf(options: GoalOptions, base: Version, about: readonly string[] = []): Promise<Grounds> {
  const { repository, plan } = options;
  const [contract, entries] = await Promise.all([options.contractOf(base), repository.files(base.tree)]);
  const scope = scopeFor(contract, entries, about);
  const files = entries
    .filter(({ path, mode }) => mode !== '120000' && mode !== '160000' && scope.has(path))
    .map(({ path }) => path);
  return { contract, local: { ...options, seed: base, scope, plan: { ...plan, files } } };
}

/** For candidates that lanes have made: what they changed was theirs to change. */
export async function groundsUnder(
  options: GoalOptions,
  base: Version,
  candidates: readonly Version[],
): Promise<Grounds & { readonly changed: readonly string[] }> {
  const all = await Promise.all(candidates.map(({ tree }) => options.repository.changes(base.tree, tree)));
  const changed = [...new Set(all.flat().map(({ path }) => path))].sort();
  return { ...(await groundsOf(options, base, changed.map(escapeGlob))), changed };
}
