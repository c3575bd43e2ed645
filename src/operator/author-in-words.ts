import { type AnswerFile, readAnswer } from '../code/code.ts';
import type { Change, Merged } from '../domain/operator.ts';
import { fenced, head, printed } from '../lib/quotation.ts';
import { page } from './page.ts';
import { promptOf } from './prompt.ts';
import { call, changed, conflictIn, keyOf, unended, type Writing } from './writing.ts';

type Edits =
  | { readonly kind: 'edits'; readonly files: ReadonlyMap<string, string | null>; readonly words: string }
  | { readonly kind: 'unusable'; readonly reason: string };

/** Of an answer that goes back: each end of it. With the reason it fits beside the largest prompt. */
const QUOTED_BYTES = 5 * 1024;
const REASON_BYTES = 1024;

/**
 * One who sees nothing but the prompt says what shall change. What can't be used goes back once with the reason; nothing of it
 * is taken.
 */
export async function inWords(writing: Writing, merged: Merged | undefined): Promise<Change> {
  const { job, draft, lenses, timeoutMs } = writing;
  const { conflicts = [], unmerged = [] } = merged ?? {};
  const material = { works: 'text', folder: '', files: merged ?? draft, others: [], conflicts, unmerged } as const;
  const { prompt, shown } = await promptOf({ job, lenses, timeoutMs, ...material });
  const key = keyOf(writing);
  const unseen = conflicts.find((path) => !shown.some((file) => file.path === path));
  if (unseen !== undefined) return { kind: 'failed', reason: `${unseen} has conflicts and is too large to be shown` };

  const first = await call(writing, { key, prompt });
  if (first.kind !== 'answered') return unended(first);
  const edits = editsOf(writing, merged, shown, first);
  if (edits.kind === 'edits') return take(edits);

  const text = `${prompt.text}\n\n${back(first.text, edits.reason)}`;
  const second = await call(writing, { key: `${key}/again`, prompt: { ...prompt, text } });
  if (second.kind !== 'answered') return unended(second);
  const better = editsOf(writing, merged, shown, second);
  return better.kind === 'edits' ? take(better) : { kind: 'unchanged', reason: head(better.reason, REASON_BYTES) };

  function take({ files, words }: Extract<Edits, { kind: 'edits' }>): Change {
    merged?.take();
    for (const [path, content] of files) {
      if (content === null) draft.delete(path);
      else draft.write(path, content);
    }
    return changed(words);
  }
}

/** What an answer says shall change, or why it can't be used. */
function editsOf(
  { job, draft }: Writing,
  merged: Merged | undefined,
  shown: readonly AnswerFile[],
  { text, truncated = false }: { readonly text: string; readonly truncated?: boolean },
): Edits {
  const unusable = (reason: string): Edits => ({ kind: 'unusable', reason });
  const there = new Set((merged ?? draft).files());
  // What is there and was not shown would be overwritten unseen.
  const read = readAnswer(text, shown, { mayCreate: (path) => !there.has(path), truncated });
  if (read.kind === 'unusable') return unusable(read.reason);
  if (read.kind === 'none') return unusable('The answer changes no file: it has no block with a path.');
  const paths = [...read.files.keys()];
  if (paths.length === 0) return unusable('The answer changes nothing: the files would stay as they are.');
  const open = paths.filter((path) => draft.allows(path));
  if (open.length === 0)
    return unusable(
      `Only files in scope may change: ${paths.slice(0, 3).join(', ')} ${paths.length > 1 ? 'are' : 'is'} not.`,
    );
  const { parents } = job.proposal;
  const after = new Map([...shown.map(({ path, text: before }) => [path, before] as const), ...read.files]);
  const left = merged?.conflicts.find((path) => conflictIn(after.get(path) ?? '', parents) !== undefined);
  if (left !== undefined)
    return unusable(`There are conflict markers left in ${left}. Write the file whole, without them.`);
  return read;
}

function back(answer: string, reason: string): string {
  const isShort = Buffer.byteLength(answer) <= 2 * QUOTED_BYTES;
  const quoted = isShort ? answer : `${head(answer, QUOTED_BYTES)}\n${printed(answer, QUOTED_BYTES)}`;
  const shown = printed(quoted, 2 * QUOTED_BYTES + 8);
  return page('again', { answer: fenced(shown === '' ? '(nothing)' : shown), reason: head(reason, REASON_BYTES) });
}
