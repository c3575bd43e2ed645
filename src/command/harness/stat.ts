/** How much of a file a patch changes. */
export interface FileStat {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

/** What a patch changes, file by file. Contract: of what is no text the lines are not counted. */
export function statOf(patch: string): readonly FileStat[] {
  const stats: { path: string; added: number; removed: number }[] = [];
  let inHunk = false;
  for (const line of patch.split('\n')) {
    const begun = /^diff --git a\/.* b\/(.*)$/.exec(line)?.[1];
    if (begun !== undefined) {
      stats.push({ path: begun, added: 0, removed: 0 });
      inHunk = false;
    }
    const now = stats.at(-1);
    if (line.startsWith('@@')) inHunk = true;
    else if (now !== undefined && inHunk && line.startsWith('+')) now.added += 1;
    else if (now !== undefined && inHunk && line.startsWith('-')) now.removed += 1;
  }
  return stats;
}
