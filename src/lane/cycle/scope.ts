import type { Contract } from '../../domain/contract.ts';
import { type Scope, scopeOf } from '../../workspace/workspace.ts';

/** What cycles keep there is ours to write, whatever a contract says. */
const OURS = ['.agents/evolve', '.agents/rpi'];
/** More would say nothing in a message. */
const MOST_SHOWN = 6;

type Entries = Parameters<typeof scopeOf>[1];

/**
 * What may change for a piece of work that is about these paths. What is protected for the sake of the checks may change where
 * the work is about it; what the user's program keeps may not.
 */
export function scopeFor(contract: Contract, entries: Entries, about: readonly string[] = []): Scope {
  const { mutable, immutable, program } = contract;
  const all = mutable.length === 0 ? ['**'] : mutable;
  const may = scopeOf(all, entries);
  const kept = scopeOf(immutable, entries);
  const never = scopeOf([...(program?.immutable ?? []), ...OURS], entries);
  const named = scopeOf(about, entries);
  const has = (path: string): boolean =>
    (may.has(path) || (mutable.length === 0 && named.has(path))) &&
    !never.has(path) &&
    (!kept.has(path) || named.has(path));
  return {
    globs: shown(all),
    base: may.base,
    has,
    names: (path) => has(path) && (may.names(path) || named.names(path)),
  };
}

/** The same as patterns, for whoever is to keep to it. */
export function boundsOf({ mutable, immutable }: Contract, about: readonly string[]): readonly string[] {
  const kept = immutable.filter((glob) => !about.includes(glob));
  return [...(mutable.length === 0 ? ['**'] : mutable), ...[...OURS, ...kept].map((glob) => `!${glob}`)];
}

function shown(globs: readonly string[]): readonly string[] {
  const more = globs.length > MOST_SHOWN ? [`${globs.length - MOST_SHOWN} more`] : [];
  return [...globs.slice(0, MOST_SHOWN), ...more, 'without what is protected'];
}

/** Files whose change alone is no work done. */
const UNSUBSTANTIAL = /^(?:\.agents\/|GOALS\.(?:md|ya?ml)$)/i;

export const isSubstantial = (path: string): boolean => !UNSUBSTANTIAL.test(path);
