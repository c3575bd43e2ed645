import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import { complaint } from '../git.ts';
import type { Place } from '../place.ts';
import type { Mode, Sha } from '../tree.ts';
import { looksLike, put } from './files.ts';
import { gitPath, usersGit, usersLine } from './git.ts';
import { keep, keepFiles, putBack, putFilesBack } from './kept.ts';
import type { Wanted } from './merge.ts';

/** A file that differs between two tips; a side that has none is null. */
export interface Step {
  readonly path: string;
  readonly before: Side;
  readonly after: Side;
}
type Side = { readonly mode: Mode; readonly sha: Sha } | null;

/** How the checked-out files get from one tip to another. Plain data. */
export interface Move {
  /** Trees, alike under `.agents/`. */
  readonly from: Sha;
  readonly to: Sha;
  /** What differs between them. */
  readonly outside: readonly string[];
  /** What differs under `.agents/`. */
  readonly agents: readonly Step[];
  /** Paths under `.agents/` whose files are written by somebody else. */
  readonly index: readonly string[];
}

/**
 * Brings index and working tree from one tip to another: exactly the paths that differ. Under `.agents/` what the user has edited or
 * staged stays as it is.
 * Contract: throws UserError where git can't, and then everything is as it was. What it answers takes it back.
 */
export async function bringTree(place: Place, move: Move): Promise<() => void> {
  const index = await gitPath(place, 'index');
  const before = keep(index);
  const paths = [...move.outside, ...move.agents.map(({ path }) => path).filter((path) => !move.index.includes(path))];
  const putFiles = keepFiles(place.root, paths);
  const restore = () => {
    putFiles();
    putBack(index, before);
  };
  try {
    await twoTrees(place, move.from, move.to);
    boundary();
    await bringIndex(place, move.agents);
    boundary();
    for (const step of await bringable(place, move)) {
      put(place.root, step.path, await wantedOf(place, step.after));
      boundary();
    }
  } catch (error) {
    restore();
    throw error;
  }
  return restore;
}

/** Takes back what was done of a move, in whichever state it was left, but for files that somebody has edited since. */
export async function takeTreeBack(place: Place, move: Move): Promise<void> {
  const back = move.agents.map(({ path, before, after }) => ({ path, before: after, after: before }));
  // Where the index is ahead as well, these are as it has them, and stay.
  await putFilesBack(place, await strayIn(place, move));
  await twoTrees(place, move.to, move.from);
  await bringIndex(place, back);
  for (const step of await bringable(place, { ...move, agents: back }))
    put(place.root, step.path, await wantedOf(place, step.after));
}

/** Files that are as the move has them. Where the index is not, git was killed while it wrote them. */
async function strayIn(place: Place, { from, to, outside }: Move): Promise<readonly string[]> {
  if (outside.length === 0) return [];
  const raw = await usersLine(place, ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to]);
  const stray: string[] = [];
  for (const { path, after } of stepsIn(raw)) {
    const file = join(place.root, path);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined ? after === null : found.isFile() && (await hashOf(place, path)) === after?.sha)
      stray.push(path);
  }
  return stray;
}

/** As git would store a file of the working tree. */
async function hashOf(place: Place, path: string): Promise<Sha | undefined> {
  const { code, stdout } = await usersGit(place, ['hash-object', '--', path]);
  return code === 0 ? stdout.toString('latin1').trim() : undefined;
}

/** A merge of two trees without a commit: what they have in common is left alone, in whichever state it is. */
async function twoTrees(place: Place, from: Sha, to: Sha): Promise<void> {
  if (from === to) return;
  // A file whose time alone has changed would count as edited.
  await usersGit(place, ['update-index', '-q', '--refresh', '--ignore-submodules']);
  const { code, stderr } = await usersGit(place, ['read-tree', '-m', '-u', from, to]);
  if (code === 0) return;
  throw new UserError(`Git could not bring your files up to date (${complaint(stderr)}). Everything is as it was.`);
}

/** Where the index has what was there before, it gets what is there after. */
async function bringIndex(place: Place, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  const listed = (await usersLine(place, ['ls-files', '-s', '-z', '--', '.agents'])).split('\0');
  const staged = new Map(listed.map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, line.indexOf('\t'))]));
  const lines = steps.flatMap(({ path, before, after }) => {
    const now = staged.get(path);
    const wasThere = before === null ? now === undefined : now === `${before.mode} ${before.sha} 0`;
    const zeros = '0'.repeat((after ?? before)?.sha.length ?? 40);
    return wasThere ? [`${after?.mode ?? '0'} ${after?.sha ?? zeros}\t${path}\0`] : [];
  });
  const input = lines.sort((a, b) => Number(b.startsWith('0 ')) - Number(a.startsWith('0 '))).join('');
  const { code, stderr } = await usersGit(place, ['update-index', '-z', '--index-info'], { input });
  if (code !== 0)
    throw new UserError(`Git could not bring its index up to date (${complaint(stderr)}). Everything is as it was.`);
}

/** Files under `.agents/` that are as they were before, and so may become what they are after. What goes comes first. */
async function bringable(place: Place, { agents, index }: Move): Promise<readonly Step[]> {
  const found: Step[] = [];
  for (const step of agents) {
    if (index.includes(step.path)) continue;
    if (looksLike(place.root, step.path, await wantedOf(place, step.before))) found.push(step);
  }
  return found.sort((a, b) => Number(a.after !== null) - Number(b.after !== null));
}

async function wantedOf(place: Place, side: Side): Promise<Wanted> {
  if (side === null) return null;
  const { code, stdout, stderr } = await usersGit(place, ['cat-file', 'blob', side.sha]);
  if (code !== 0) throw new Error(`git cat-file ended with ${code}: ${stderr.trim()}`);
  return { content: stdout, mode: side.mode };
}

/** What `diff-tree --raw -z` tells: `:100644 100755 SHA SHA M\0path\0`, again and again. */
export function stepsIn(raw: string): readonly Step[] {
  const parts = raw.split('\0');
  const steps: Step[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [was = '', is = '', before = '', after = ''] = (parts[at] ?? '').slice(1).split(' ');
    steps.push({ path: parts[at + 1] ?? '', before: sideOf(was, before), after: sideOf(is, after) });
  }
  return steps;
}

function sideOf(mode: string, sha: Sha): Side {
  switch (mode) {
    case '100644':
    case '100755':
    case '120000':
    case '160000':
      return { mode, sha };
    default:
      return null;
  }
}
