import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parsePointer } from '../lfs.ts';
import { mergeTexts } from '../merge-texts.ts';
import type { Repository } from '../repository.ts';
import { listing, type Mode, type Sha } from '../tree.ts';
import type { Change } from '../tree-diff.ts';

/** A file as it shall become; null deletes it. */
export type Wanted = { readonly content: Buffer; readonly mode: Mode } | null;

/** The changes that are left to make, and the paths at which two changes of the same file can't be joined. */
export interface Joined {
  readonly changes: ReadonlyMap<string, Wanted>;
  readonly conflicts: readonly string[];
}

type Version = Change['before'];

/**
 * Takes over what a candidate changed of its base onto another tree, file by file in three ways.
 * Contract: a path that the candidate left alone is never among the changes; without conflicts the tree with the changes
 * made has both sides.
 */
export async function joinChanges(repository: Repository, base: Sha, candidate: Sha, onto: Sha): Promise<Joined> {
  const wanted = await repository.changes(base, candidate);
  if (wanted.length === 0) return { changes: new Map(), conflicts: [] };
  const there = listing(await repository.files(onto));
  const deleted = new Set(wanted.filter(({ after }) => after === undefined).map(({ path }) => path));
  const changes = new Map<string, Wanted>();
  const conflicts: string[] = [];
  for (const { path, before, after } of wanted) {
    const now = there.files.get(path);
    if (same(now, after)) continue;
    const blocked = after !== undefined && (there.folders.has(path) || isUnderFile(path, there.files, deleted));
    const joined = blocked ? undefined : await joinFile(repository, before, now, after);
    if (joined === undefined) conflicts.push(path);
    else changes.set(path, joined);
  }
  return { changes, conflicts };
}

/** Whether a part of the path is a file that stays. */
function isUnderFile(path: string, files: ReadonlyMap<string, unknown>, deleted: ReadonlySet<string>): boolean {
  const above = path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
  return above.some((folder) => files.has(folder) && !deleted.has(folder));
}

/** undefined: a conflict. */
async function joinFile(
  repository: Repository,
  before: Version,
  now: Version,
  after: Version,
): Promise<Wanted | undefined> {
  if (same(before, now)) {
    if (after === undefined) return null;
    const content = await repository.blob(after.sha);
    return (await losesPointer(repository, before, content)) ? undefined : { content, mode: after.mode };
  }
  if (before === undefined || now === undefined || after === undefined) return undefined;
  if (![before, now, after].every(({ mode }) => mode === '100644' || mode === '100755')) return undefined;
  const mode = before.mode === now.mode ? after.mode : now.mode;
  if (now.sha === after.sha || before.sha === after.sha) return { content: await repository.blob(now.sha), mode };
  if (before.sha === now.sha) return { content: await repository.blob(after.sha), mode };
  const content = await joinTexts(repository, before.sha, now.sha, after.sha);
  return content === undefined ? undefined : { content, mode };
}

/** Content in place of a Git LFS pointer would put into the history what the user keeps out of it. */
async function losesPointer(repository: Repository, before: Version, content: Buffer): Promise<boolean> {
  if (before === undefined || before.mode === '160000' || parsePointer(content) !== undefined) return false;
  return parsePointer(await repository.blob(before.sha)) !== undefined;
}

async function joinTexts(repository: Repository, base: Sha, ours: Sha, theirs: Sha): Promise<Buffer | undefined> {
  const scratch = join(repository.state.dir, 'tmp', `join-${randomUUID()}`);
  const blob = repository.blob;
  const texts = { ours: await blob(ours), base: await blob(base), theirs: await blob(theirs) };
  const merged = await mergeTexts(scratch, texts);
  return merged?.clean === true ? merged.content : undefined;
}

const same = (a: Version, b: Version): boolean => a?.sha === b?.sha && a?.mode === b?.mode;

/** The first of some paths, for a message. */
export function named(paths: readonly string[]): string {
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return paths.slice(0, 3).join(', ') + more;
}
