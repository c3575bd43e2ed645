import type { Target } from '../../domain/target.ts';
import type { Definition } from '../symbol/definition.ts';
import { spliced } from '../syntax/splice.ts';
import { covers, helpersFor, insertHelpers, newDefinitions } from './helpers.ts';
import { idleImports, withoutImports } from './idle-imports.ts';
import { importsFor, insertImports, restOf } from './imports.ts';
import { bounded, notTaken, otherChanges } from './left.ts';
import { indentOf, moved } from './lines.ts';
import { read } from './reading.ts';

export type Confined =
  /** `left` says in words what was left out. */
  | { readonly kind: 'kept'; readonly text: string; readonly left: readonly string[] }
  /** The target is not there, or the text makes no sense. */
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * The seed's file with what somebody made of the target: its new text, the imports that it needs, and where they are
 * allowed the new definitions that it uses.
 * Contract: every other byte is the seed's, but for imports that Go would refuse; confining the result again changes nothing.
 */
export async function confine(target: Target, seedText: string, madeText: string): Promise<Confined> {
  if (seedText === madeText) return { kind: 'kept', text: seedText, left: [] };
  const [before, after] = [await read(target, seedText), await read(target, madeText)];
  if (before.kind === 'lost') return before;
  if (after.kind === 'lost') return after;
  const [seed, made] = [before.reading, after.reading];
  const fresh = newDefinitions(seed, made);
  const helpers = target.helpers === true ? helpersFor(seed, made, fresh) : [];
  const own = moved(made, made.target, seed, indentOf(seedText, seed.target.start));
  const beside = insertHelpers(seed, made, helpers);
  const idle = idleImports(seed, made, helpers);
  const imports = importsFor(seed, made, idle, [own, ...beside.map(({ text }) => text)].join('\n'));
  const { start, end } = seed.target;
  const top = [...withoutImports(seed, idle), ...insertImports(seed, imports.statements)];
  const text = spliced(seedText, [...top, ...beside, { start, end, text: own }]);
  if (text === undefined) throw new Error(`${target.symbol} stands where imports belong`);
  const isTaken = (one: Definition): boolean => helpers.some((helper) => covers(helper, one));
  const left = [
    ...otherChanges(seed, made),
    ...notTaken(
      seed,
      fresh.filter((one) => !isTaken(one)),
      target.helpers === true,
    ),
    ...imports.left,
  ];
  const rest = bare(restOf(made, helpers));
  const isSame = left.length > 0 || [[], withoutImports(seed, idle)].some((more) => bare(restOf(seed, more)) === rest);
  return { kind: 'kept', text, left: isSame ? bounded(left) : [`text outside ${target.symbol}`] };
}

const bare = (text: string): string => text.replace(/\s+/g, '');
