import { type Definition, definitionsIn, type Located, locate, nthOf, type Selector } from '../code/code.ts';
import { UserError } from '../lib/user-error.ts';
import type { Context } from './contract.ts';
import { targetArgument, targetFlag } from './targeting-text.ts';

type One = Extract<Located, { kind: 'one' }>;
type Asking = Pick<Context, 'interactive' | 'ask' | 'show'>;

const SHOWN = 10;
const WIDEST = 72;

/** How what is chosen is written: as the flag of a run, or as the argument of other commands. */
export type Written = 'flag' | 'argument';

/**
 * The definition that is meant in a file's text. Several are put to the person at a terminal.
 * Throws UserError with the list of what it may be, each with the text that names it.
 */
export async function chosenDefinition(
  file: string,
  text: string,
  selector: Selector,
  asking: Asking,
  written: Written = 'flag',
): Promise<One> {
  if (selector.symbol === '' && selector.line === undefined) return anyOf(file, text, asking, written);
  const found = await locate(file, text, selector);
  switch (found.kind) {
    case 'one':
      return found;
    case 'several': {
      const [full, ...others] = found.definitions.filter(({ body }) => body !== undefined);
      // Of overloads only the one with the code can change.
      if (full !== undefined && others.length === 0)
        return { kind: 'one', definition: full, nth: await nthOf(file, text, full) };
      const said = `${selector.symbol} is defined ${found.definitions.length} times in ${file}`;
      const picked = await asked(`${said}:`, found.definitions, asking);
      if (picked !== undefined) return { kind: 'one', definition: picked, nth: await nthOf(file, text, picked) };
      throw new UserError(`${said}. Say which:\n${list(file, found.definitions, written)}`);
    }
    case 'none':
      throw new UserError(missing(file, selector, found.like, written));
    default:
      throw unreadable(found.reason, written);
  }
}

/** Which of all that the file defines. */
async function anyOf(file: string, text: string, asking: Asking, written: Written): Promise<One> {
  const found = await definitionsIn(file, text);
  if (found.kind !== 'found') throw unreadable(found.reason, written);
  const all = found.definitions.filter(isChangeable);
  if (all.length === 0) throw new UserError(`${file} has no functions or classes to choose from.${wholeFile(written)}`);
  const picked = await asked(`In ${file}:`, all, asking);
  if (picked !== undefined) return { kind: 'one', definition: picked, nth: await nthOf(file, text, picked) };
  throw new UserError(`Which part of ${file}${written === 'flag' ? ' may change' : ''}?\n${list(file, all, written)}`);
}

const isChangeable = ({ local, body, kind }: Definition): boolean =>
  local === undefined && body !== undefined && (kind === 'function' || kind === 'method' || kind === 'class');

const unreadable = (reason: string, written: Written): UserError =>
  new UserError(`No definitions can be told apart in ${reason}.${wholeFile(written)}`);

const wholeFile = (written: Written): string => (written === 'flag' ? ' Let all of the file change with --files.' : '');

function missing(
  file: string,
  { symbol, line, fragment }: Selector,
  like: readonly Definition[],
  written: Written,
): string {
  const where = line === undefined ? '' : ` in line ${line}`;
  const how = fragment === undefined ? '' : ` with ${fragment}`;
  const what =
    symbol === '' ? `Nothing is defined${where} of ${file}` : `There is no ${symbol}${how}${where} in ${file}`;
  return like.length === 0 ? `${what}.` : `${what}. There is:\n${list(file, like, written)}`;
}

/** Each with what names it; by line where names are not enough. */
function list(file: string, definitions: readonly Definition[], written: Written): string {
  const shown = definitions.slice(0, SHOWN);
  const twice = (one: Definition) => definitions.filter(({ symbol }) => symbol === one.symbol).length > 1;
  const rows = shown.map((one) => ({
    flag: (written === 'flag' ? targetFlag : targetArgument)(file, one.symbol, twice(one) ? one.startLine : undefined),
    said: `line ${one.startLine}: ${short(one.signature)}`,
  }));
  const width = Math.max(...rows.map(({ flag }) => flag.length));
  const more = definitions.length > SHOWN ? [`  and ${definitions.length - SHOWN} more`] : [];
  return [...rows.map(({ flag, said }) => `  ${flag.padEnd(width)}  ${said}`), ...more].join('\n');
}

const short = (signature: string): string =>
  signature.length > WIDEST ? `${signature.slice(0, WIDEST - 1)}…` : signature;

/** The number or the name that a person gives; undefined where nobody is there, or says neither. */
async function asked(heading: string, all: readonly Definition[], asking: Asking): Promise<Definition | undefined> {
  if (!asking.interactive) return undefined;
  const width = String(all.length).length;
  const widest = Math.max(...all.map(({ symbol }) => symbol.length));
  const rows = all.map(
    (one, index) =>
      `  ${String(index + 1).padStart(width)}  ${one.symbol.padEnd(widest)}  line ${one.startLine}: ${short(one.signature)}`,
  );
  await asking.show(`${[heading, ...rows].join('\n')}\n`);
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = (await asking.ask('Which one? (number or name) '))?.trim();
    if (answer === undefined || answer === '') return undefined;
    const named = all.filter((one) => one.symbol === answer || one.name === answer);
    const picked = /^\d+$/.test(answer) ? all[Number(answer) - 1] : named.length === 1 ? named[0] : undefined;
    if (picked !== undefined) return picked;
  }
  return undefined;
}

/** A slip of the finger is put right; more is another mistake. */
const TRIES = 3;
