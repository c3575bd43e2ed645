import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A file under .agents, relative to the root. */
interface Note {
  readonly path: string;
  readonly text: string;
}

const MOST_NOTES = 500;
const MOST_BYTES = 200_000;
/** Where what was found out is made use of. */
const USES = ['learnings', 'patterns', 'plans', 'council', 'retro', 'retros', 'handoff', 'brainstorm', 'specs'];
const ISSUES = [
  '.agents/rpi/next-work.jsonl',
  '.beads/issues.jsonl',
  'ROADMAP.md',
  'GOALS.md',
  '.agents/evolve/roadmap.md',
];
/** Of the words of the shorter: from here on two say the same. */
const ALIKE = 0.8;

/** Files under .agents/research that no learning, plan or issue names. */
export function orphanedResearch(root: string): { readonly total: number; readonly orphans: readonly string[] } {
  const research = notesIn(root, '.agents/research').map(({ path }) => basename(path));
  const uses = USES.flatMap((folder) => notesIn(root, `.agents/${folder}`).map(({ text }) => text));
  const named = [...uses, ...ISSUES.map((path) => textAt(join(root, path)))].join('\n');
  const orphans = research.filter((name) => !named.includes(name) && !named.includes(name.replace(/\.md$/, '')));
  return { total: research.length, orphans };
}

/** Learnings that say the same, by their words: pairs in order. */
export function duplicateLearnings(root: string): {
  readonly checked: number;
  readonly pairs: readonly (readonly [string, string])[];
} {
  const notes = notesIn(root, '.agents/learnings').map(({ path, text }) => ({
    path: basename(path),
    words: wordsOf(text),
  }));
  const pairs: (readonly [string, string])[] = [];
  for (const [index, one] of notes.entries()) {
    for (const other of notes.slice(index + 1)) if (alike(one.words, other.words)) pairs.push([one.path, other.path]);
  }
  return { checked: notes.length, pairs };
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared) >= ALIKE;
}

/** Without front matter, which differs in dates and ids. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{3,}/gu) ?? [],
  );

function notesIn(root: string, folder: string): readonly Note[] {
  return namesIn(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .slice(0, MOST_NOTES)
    .map((name) => ({ path: `${folder}/${name}`, text: textAt(join(root, folder, name)) }));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  } catch {
    // Most of these folders are not there.
    return [];
  }
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, MOST_BYTES);
  } catch {
    // It is not there, or is a folder.
    return '';
  }
}
