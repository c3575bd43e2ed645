import { plural } from '../lib/format.ts';

/** Longer files are told by their length alone: the exact count is worth no more. */
const MOST_LINES = 2000;

/** How large a change is, such as `2 files, +10 −4 lines`. */
export async function extentOf(
  changes: ReadonlyMap<string, Buffer | null>,
  parent: (path: string) => Promise<Buffer | undefined>,
): Promise<string> {
  let [added, removed] = [0, 0];
  for (const [path, content] of changes) {
    const [before, after] = [lines(await parent(path)), lines(content ?? undefined)];
    const common = shared(before, after);
    added += after.length - common;
    removed += before.length - common;
  }
  return `${plural(changes.size, 'file')}, +${added} −${removed} lines`;
}

function lines(content: Buffer | undefined): readonly string[] {
  if (content === undefined || content.length === 0) return [];
  return content.toString('utf8').replace(/\n$/, '').split('\n');
}

/** The length of the longest common subsequence; what both begin and end with is found without a table. */
function shared(a: readonly string[], b: readonly string[]): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length > MOST_LINES || right.length > MOST_LINES) return start + end;
  let row = new Array<number>(right.length + 1).fill(0);
  for (const line of left) {
    const next = [0];
    for (const [index, other] of right.entries()) {
      next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return start + end + (row.at(-1) ?? 0);
}
