import { join } from 'node:path';
import { complaint, git, identity, tryGit } from './git.ts';
import { type Place, stateName } from './place.ts';
import type { Sha } from './tree.ts';

/** Candidates' branches are named below this. */
const folder = 'evolve/';

/** A branch below `evolve/` whose newest commit is a candidate's. */
export interface Published {
  readonly name: string;
  readonly commit: Sha;
  /** Somebody works on it: it is in a working tree. */
  readonly inUse: boolean;
}

/** What became of the branches. */
export interface Publication {
  /** Made or moved. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Names that the user has given to something else, or that are checked out: left alone. */
  readonly refused: readonly string[];
}

/**
 * Brings the branches `evolve/…` of the user's repository in line with the wanted ones.
 * Contract: touches no branch whose newest commit is not a candidate's and none that is checked out; of its own there are
 * never more than wanted, but for those checked out. Nothing but branches and objects is written. Calls may not overlap.
 */
export async function publish(
  place: Place,
  run: string,
  wanted: ReadonlyMap<string, { readonly commit: Sha }>,
): Promise<Publication> {
  for (const name of wanted.keys()) {
    if (!name.startsWith(folder)) throw new Error(`'${name}' is no branch of a candidate`);
  }
  if (place.kind === 'folder') return { written: [], removed: [], refused: [] };
  const all = await branches(place);
  const isOurs = (name: string): boolean => all.get(name)?.ours ?? true;
  const isFree = (name: string): boolean => isOurs(name) && all.get(name)?.inUse !== true;
  const open = [...wanted].filter(([name, { commit }]) => all.get(name)?.commit !== commit);
  const writable = open.filter(([name]) => isFree(name));
  const stale = [...all.values()].filter(({ name, ours, inUse }) => ours && !inUse && !wanted.has(name));
  await lend(
    place,
    writable.map(([, { commit }]) => commit),
  );
  const removed = await update(place, run, stale.map(remove));
  const lines = writable.map(([name, { commit }]): Line => {
    const before = all.get(name)?.commit ?? '0'.repeat(commit.length);
    return { name, text: `update refs/heads/${name}\0${commit}\0${before}\0` };
  });
  const written = await update(place, run, lines);
  const refused = open.map(([name]) => name).filter((name) => !written.includes(name));
  return { written, removed, refused };
}

/** Removes the branches of candidates: all, or those at one of these commits. What is checked out stays. */
export async function unpublish(place: Place, run: string, commits?: ReadonlySet<Sha>): Promise<readonly string[]> {
  const found = (await published(place)).filter(({ commit }) => commits === undefined || commits.has(commit));
  return update(place, run, found.filter(({ inUse }) => !inUse).map(remove));
}

export async function published(place: Place): Promise<readonly Published[]> {
  if (place.kind === 'folder') return [];
  return [...(await branches(place)).values()].filter(({ ours }) => ours);
}

type Branch = Published & { readonly ours: boolean };

async function branches(place: Place): Promise<ReadonlyMap<string, Branch>> {
  const format = '%(refname)%00%(objectname)%00%(committer)%00%(worktreepath)';
  const args = ['for-each-ref', `--format=${format}`, `refs/heads/${folder}`];
  const output = await git(args, { cwd: place.root, config: 'user' });
  const found = output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Branch => {
      const [ref = '', commit = '', committer, worktree] = line.split('\0');
      const name = ref.slice('refs/heads/'.length);
      return { name, commit, ours: committer === identity, inUse: worktree !== '' };
    });
  return new Map(found.map((branch) => [branch.name, branch]));
}

/** Copies what the user's repository lacks of some commits. */
async function lend(place: Place, commits: readonly Sha[]): Promise<void> {
  if (commits.length === 0) return;
  const gitDir = join(place.root, stateName, 'git');
  const head = await tryGit(['rev-parse', '-q', '--verify', 'HEAD^{tree}'], { cwd: place.root, config: 'user' });
  // Candidates have no commit in common with the user's history, but most files.
  const known = head.code === 0 ? [`^${head.stdout.toString('latin1').trim()}`] : [];
  const input = `${[...commits, ...known].join('\n')}\n`;
  const args = [`--git-dir=${gitDir}`, 'pack-objects', '--revs', '--stdout', '--quiet'];
  const pack = await git(args, { cwd: gitDir, config: 'none', input });
  await git(['unpack-objects', '-q'], { cwd: place.root, config: 'user', input: pack });
}

interface Line {
  readonly name: string;
  readonly text: string;
}

const remove = ({ name, commit }: Published): Line => ({ name, text: `delete refs/heads/${name}\0${commit}\0` });

/** Carries the lines out, all at once if that is possible, and says which of them were. */
async function update(place: Place, run: string, lines: readonly Line[]): Promise<readonly string[]> {
  if (lines.length === 0) return [];
  const args = ['update-ref', '-m', `evolve: ${run}`, '-z', '--stdin'];
  const input = lines.map(({ text }) => text).join('');
  const { code, stderr } = await tryGit(args, { cwd: place.root, config: 'user', input });
  if (code === 0) return lines.map(({ name }) => name);
  if (lines.length > 1) {
    const done: string[] = [];
    for (const line of lines) done.push(...(await update(place, run, [line])));
    return done;
  }
  // Taken meanwhile, or a branch of the user's is in the way: `evolve` against `evolve/x`.
  if (/cannot (lock|delete) ref|exists|reference/i.test(stderr)) return [];
  throw new Error(`git update-ref ended with ${code}: ${complaint(stderr)}`);
}
