import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mergeTexts } from './merge-texts.ts';
import { remove } from './remove.ts';
import type { Repository } from './repository.ts';
import type { Mode, Sha } from './tree.ts';

export interface MergePlan {
  /** What both come from. */
  readonly base: Sha;
  /** What the folder holds, and what is merged into it; the names are for conflict markers. */
  readonly ours: { readonly name: string; readonly commit: Sha };
  readonly theirs: { readonly name: string; readonly commit: Sha };
}

export interface Merged {
  /** Files with conflict markers. */
  readonly conflicts: readonly string[];
  /** Files that both changed and that stay ours. */
  readonly unmerged: readonly string[];
}

interface Version {
  readonly mode: Mode;
  readonly sha: Sha;
}

/** What a merge makes of ours, by path; null deletes. */
export interface Merging extends Merged {
  readonly changes: ReadonlyMap<string, { readonly content: Buffer; readonly mode: Mode } | null>;
}

/** What `theirs` changed since the base, brought into `ours` file by file; the scratch folder is made, used and removed. */
export async function mergeVersions(
  repository: Repository,
  scratch: string,
  { base, ours, theirs }: MergePlan,
): Promise<Merging> {
  const byPath = async (commit: Sha) =>
    new Map((await repository.changes(base, commit)).map((change) => [change.path, change]));
  const [mine, others] = await Promise.all([byPath(ours.commit), byPath(theirs.commit)]);
  const changes = new Map<string, { readonly content: Buffer; readonly mode: Mode } | null>();
  const conflicts: string[] = [];
  const unmerged: string[] = [];
  for (const [path, { before, after }] of others) {
    const own = mine.get(path);
    const taken =
      own === undefined
        ? await take(path, after)
        : same(own.after, after)
          ? 'clean'
          : await mix(path, before, own.after, after);
    if (taken === 'conflict') conflicts.push(path);
    if (taken === 'kept') unmerged.push(path);
  }
  return { changes, conflicts, unmerged };

  async function take(path: string, version: Version | undefined): Promise<'clean' | 'kept'> {
    if (version !== undefined && !isRegular(version)) return 'kept';
    changes.set(
      path,
      version === undefined ? null : { content: await repository.blob(version.sha), mode: version.mode },
    );
    return 'clean';
  }

  async function mix(
    path: string,
    ...versions: readonly (Version | undefined)[]
  ): Promise<'clean' | 'conflict' | 'kept'> {
    const [before, own, other] = versions;
    if (!isRegular(before) || !isRegular(own) || !isRegular(other)) return 'kept';
    const [mine, base, their] = await Promise.all([own, before, other].map(({ sha }) => repository.blob(sha)));
    if (mine === undefined || base === undefined || their === undefined) return 'kept';
    const merged = await mergeTexts(
      scratch,
      { ours: mine, base, theirs: their },
      { ours: ours.name, theirs: theirs.name },
    );
    if (merged === undefined) return 'kept';
    changes.set(path, { content: merged.content, mode: own.mode });
    return merged.clean ? 'clean' : 'conflict';
  }
}

/** The same in a folder that holds `ours`. */
export async function mergeInto(
  repository: Repository,
  root: string,
  scratch: string,
  plan: MergePlan,
): Promise<Merged> {
  const { changes, conflicts, unmerged } = await mergeVersions(repository, scratch, plan);
  const kept = [...changes].filter(([path, file]) => !put(join(root, path), file)).map(([path]) => path);
  return { conflicts: conflicts.filter((path) => !kept.includes(path)), unmerged: [...unmerged, ...kept] };
}

/** A file of ours may be where a folder of theirs is, or the other way round: false, and ours stays. */
function put(file: string, version: { readonly content: Buffer; readonly mode: Mode } | null): boolean {
  if (version === null) {
    remove(file);
    return true;
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, version.content);
    chmodSync(file, version.mode === '100755' ? 0o755 : 0o644);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST') return false;
    throw error;
  }
}

const same = (a: Version | undefined, b: Version | undefined): boolean => a?.sha === b?.sha && a?.mode === b?.mode;

const isRegular = (version: Version | undefined): version is Version =>
  version !== undefined && (version.mode === '100644' || version.mode === '100755');
