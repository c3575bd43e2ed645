import { type Definition, definitionsIn } from '../code/code.ts';
import { decoded } from './form.ts';

/** More than these say that it was everything. */
const MOST_TOUCHED = 50;
/** Larger files are told by their name alone. */
const MOST_BYTES = 400_000;

/** What a change is about: files, with the definitions that differ where these can be told (`src/a.ts#sort`). */
export async function touchedBy(
  changes: ReadonlyMap<string, Buffer | null>,
  parent: (path: string) => Promise<Buffer | undefined>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (const path of [...changes.keys()].sort()) {
    if (all.length >= MOST_TOUCHED) break;
    const symbols = await symbolsIn(path, await parent(path), changes.get(path) ?? undefined);
    all.push(...(symbols.length === 0 ? [path] : symbols.map((symbol) => `${path}#${symbol}`)));
  }
  return all.slice(0, MOST_TOUCHED);
}

async function symbolsIn(
  path: string,
  before: Buffer | undefined,
  after: Buffer | undefined,
): Promise<readonly string[]> {
  const [was, is] = [await textsIn(path, before), await textsIn(path, after)];
  if (was === undefined || is === undefined) return [];
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].filter((name) => was.get(name) !== is.get(name)).sort();
}

/** The text of each definition without those in it, so that a class does not differ because a method does. */
async function textsIn(path: string, bytes: Buffer | undefined): Promise<ReadonlyMap<string, string> | undefined> {
  if (bytes === undefined) return new Map();
  const text = bytes.length > MOST_BYTES ? undefined : decoded(bytes);
  const found = text === undefined ? undefined : await definitionsIn(path, text);
  if (text === undefined || found?.kind !== 'found') return undefined;
  const own = found.definitions.filter(({ local }) => local !== true);
  const texts = new Map<string, string>();
  for (const one of own) texts.set(one.symbol, `${texts.get(one.symbol) ?? ''}${ownText(text, one, own)}`);
  return texts;
}

function ownText(text: string, one: Definition, all: readonly Definition[]): string {
  let [at, own] = [one.start, ''];
  for (const inner of all) {
    if (inner === one || inner.start < at || inner.end > one.end || inner.start === one.start) continue;
    own += text.slice(at, inner.start);
    at = inner.end;
  }
  return (own + text.slice(at, one.end)).replace(/\s+/g, ' ');
}
