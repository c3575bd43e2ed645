import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Learning } from '../domain/cycle.ts';
import { shellQuote } from '../lib/format.ts';
import type { Desk } from './desk.ts';
import { LEARNINGS } from './files.ts';
import { blockOf, lineOf } from './json.ts';

/** Where lessons of earlier work lie; of councils only what they found afterwards. */
const FOLDERS: readonly (readonly [path: string, named: RegExp])[] = [
  [LEARNINGS, /\.(?:md|txt)$/],
  ['.agents/patterns', /\.md$/],
  ['.agents/retros', /\.md$/],
  ['.agents/post-mortems', /\.md$/],
  ['.agents/council', /post-?mortem.*\.md$/i],
];

const MOST_FILES = 500;
const MOST_READ = 8000;
const MOST_TEXT = 1500;
const MOST = 8;
/** Words in common by which a lesson fits. */
const LEAST_COMMON = 2;
const LOOKUP = { timeoutMs: 20_000 };

/** What was learned before and fits to what waits, the best fit first. */
export async function learningsFor(
  desk: Pick<Desk, 'root' | 'notes' | 'run'>,
  waiting: readonly string[],
  signal: AbortSignal,
): Promise<readonly Learning[]> {
  const wanted = new Set(waiting.flatMap(wordsOf));
  const known = [...desk.notes(), ...filesIn(desk.root)];
  const fitting = known
    .map((learning, place) => ({ learning, place, common: commonOf(wanted, learning.text) }))
    .filter(({ common }) => common >= LEAST_COMMON)
    .sort((a, b) => b.common - a.common || a.place - b.place)
    .map(({ learning }) => learning);
  const looked = await lookedUp(desk, waiting, signal);
  return [...looked, ...distinct(fitting)]
    .slice(0, MOST)
    .map(({ path, text }) => ({ path, text: blockOf(text, MOST_TEXT) }));
}

const commonOf = (wanted: ReadonlySet<string>, text: string): number =>
  new Set(wordsOf(text).filter((word) => wanted.has(word))).size;

/** Words that say something: long enough, and not among those that stand everywhere. */
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []).filter((word) => !COMMON.has(word));

const COMMON = new Set(
  'that this with from have been when then than they their there which where what will would should could must also into over each only some more most make made does done used using about after before because while very just like same other these those were your file files code test tests fails failing passes goal goals work item cycle evolve'.split(
    ' ',
  ),
);

/** The same words twice are one lesson. */
function distinct(learnings: readonly Learning[]): readonly Learning[] {
  const seen = new Set<string>();
  return learnings.filter(({ text }) => {
    const key = wordsOf(text).join(' ');
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** What another tool remembers, where it is installed. */
async function lookedUp(
  { run }: Pick<Desk, 'run'>,
  [first]: readonly string[],
  signal: AbortSignal,
): Promise<readonly Learning[]> {
  if (first === undefined) return [];
  const { code, stdout } = await run(`ao lookup --query ${shellQuote(lineOf(first, 200))} --limit 3`, LOOKUP, signal);
  const text = stdout.trim();
  return code !== 0 || text === '' || /^no (?:results|matches|learnings)/i.test(text)
    ? []
    : [{ path: 'ao lookup', text }];
}

/** Names that sort last are the newest where they begin with a date. */
function filesIn(root: string): readonly Learning[] {
  const found = FOLDERS.flatMap(([folder, named]) =>
    namesIn(join(root, folder))
      .filter((name) => named.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return found
    .sort()
    .reverse()
    .slice(0, MOST_FILES)
    .flatMap((path) => headOf(root, path));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

function headOf(root: string, path: string): readonly Learning[] {
  try {
    const file = openSync(join(root, path), 'r');
    try {
      const bytes = Buffer.alloc(MOST_READ);
      const text = bytes
        .subarray(0, readSync(file, bytes))
        .toString('utf8')
        .replace(/\uFFFD$/, '');
      return text.trim() === '' ? [] : [{ path, text: withoutHead(text) }];
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
}

/** Fields at the top of a note are about the note. */
const withoutHead = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n/, '');
