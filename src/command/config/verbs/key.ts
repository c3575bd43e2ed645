import { nearest } from '../../../lib/nearest.ts';
import { UserError } from '../../../lib/user-error.ts';
import { CONFIG_KEYS, type PlainKey } from '../key.ts';
import type { KeyPath } from '../path.ts';

/** A key of evolve.yaml that one value can be given. */
export interface Settable {
  /** As people write it: `timeout`, `experiments.frontier`. */
  readonly key: string;
  readonly path: KeyPath;
  readonly known: PlainKey;
}

/** Every key, those in a map with the map's name in front. */
const SETTABLE: readonly Settable[] = CONFIG_KEYS.flatMap((known): readonly Settable[] =>
  known.type === 'group'
    ? known.parts.map((part) => ({ key: `${known.key}.${part.key}`, path: [known.key, part.key], known: part }))
    : [{ key: known.key, path: [known.key], known }],
);

/** The key that a word names: whole, or the last part of it where there is but one. Throws `UserError` on any other. */
export function keyNamed(word: string | undefined, verb: string): Settable {
  if (word === undefined)
    throw new UserError(
      `Which setting? evolve config ${verb} KEY${verb === 'set' ? ' VALUE' : ''}. See: evolve config show`,
    );
  const plain = word.replaceAll('_', '-');
  const exact = SETTABLE.find(({ key }) => key === plain);
  if (exact !== undefined) return exact;
  const parts = SETTABLE.filter(({ key }) => key.endsWith(`.${plain}`));
  if (parts[0] !== undefined && parts.length === 1) return parts[0];
  const keys = (parts.length > 1 ? parts : SETTABLE).map(({ key }) => key);
  // A word without a map's name in front is meant to be a last part.
  const near = plain.includes('.') ? nearest(plain, keys) : nearestPart(plain);
  const meant = parts.length > 1 ? undefined : (near ?? nearest(plain, keys));
  throw new UserError(
    meant === undefined
      ? `There is no setting ${JSON.stringify(word)}. ${parts.length > 1 ? `There are: ${keys.join(', ')}.` : 'See docs/configuration.md for all of them.'}`
      : `There is no setting ${JSON.stringify(word)}. Did you mean ${meant}?`,
  );
}

function nearestPart(word: string): string | undefined {
  const last = (key: string) => key.split('.').at(-1) ?? key;
  const found = nearest(
    word,
    SETTABLE.map(({ key }) => last(key)),
  );
  return SETTABLE.find(({ key }) => last(key) === found)?.key;
}
