import { COMMANDS, GROUPS, type Group, type Listed } from '../command/command.ts';
import { nearest } from '../lib/nearest.ts';
import { UserError } from '../lib/user-error.ts';

/** What the words of a command line ask for. */
export type Call =
  | { readonly kind: 'verb'; readonly listed: Listed; readonly args: readonly string[] }
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'overview' }
  | { readonly kind: 'version' }
  /** None of them; the message says which there are. */
  | { readonly kind: 'mistake'; readonly error: UserError };

const HELP = ['-h', '--help', 'help'];

export function callOf(args: readonly string[]): Call {
  const [first = '--help', ...rest] = args;
  const words = first === 'help' && rest.length > 0 ? [...rest, '--help'] : [first, ...rest];
  const listed = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => word === words[index]));
  if (listed !== undefined) return { kind: 'verb', listed, args: words.slice(listed.name.split(' ').length) };
  const [word = ''] = words;
  const group = groupOf(words);
  const after = words[group?.name.split(' ').length ?? 0] ?? '--help';
  if (group !== undefined) return HELP.includes(after) ? { kind: 'group', group } : mistake(after, group);
  if (['-V', '--version'].includes(word)) return { kind: 'version' };
  return HELP.includes(word) ? { kind: 'overview' } : mistake(word);
}

/** The innermost: a group's name may begin with another's. */
function groupOf(words: readonly string[]): Group | undefined {
  return GROUPS.filter(({ name }) => name.split(' ').every((word, index) => word === words[index])).toSorted(
    (a, b) => b.name.length - a.name.length,
  )[0];
}

function mistake(word: string, group?: Group): Call {
  const before = group === undefined ? '' : `${group.name} `;
  const help = `See: evolve ${before}--help`;
  if (word.startsWith('-')) return { kind: 'mistake', error: new UserError(`unknown option '${word}'. ${help}`) };
  const names = namesIn(group);
  const meant = group === undefined ? meantBy(word, names) : nearestIn(group, word);
  const hint = meant === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${meant}? ${help}`;
  return { kind: 'mistake', error: new UserError(`There is no command ${before}${word}. ${hint}`) };
}

/** A verb of experiments whose `exp` was left out is as likely as a slip. */
function meantBy(word: string, names: readonly string[]): string | undefined {
  const verb = COMMANDS.find(({ name }) => name === `exp ${word}` || name.startsWith(`exp ${word} `));
  if (verb === undefined) return nearest(word, names);
  return GROUPS.find(({ name }) => name === `exp ${word}`)?.name ?? verb.name;
}

/** By the next word alone, which may name a group inside. */
function nearestIn({ name: group }: Group, word: string): string | undefined {
  const verbs = COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
  const next = [...new Set(verbs.map(({ name }) => name.slice(group.length + 1).split(' ')[0] ?? ''))];
  const meant = nearest(word, next);
  return meant === undefined ? undefined : `${group} ${meant}`;
}

/** A group's verbs, or all that a command line may begin with. */
function namesIn(group?: Group): readonly string[] {
  if (group !== undefined) return verbsOf(group).map(({ name }) => name);
  const single = COMMANDS.filter(({ name }) => !name.includes(' '));
  return [...single, ...GROUPS.filter(({ name }) => !name.includes(' '))].map(({ name }) => name);
}

export const verbsOf = (group: Group): readonly Listed[] =>
  COMMANDS.filter(({ name }) => name.startsWith(`${group.name} `));
