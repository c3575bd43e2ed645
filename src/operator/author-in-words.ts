import { bareAnswer, readAnswer } from '../code/code.ts';
import type { Change, Merged, Source } from '../domain/operator.ts';
import { fenced, head, printed } from '../lib/quotation.ts';
import { type Excerpt, restored } from './aim.ts';
import { page } from './page.ts';
import { promptOf, type Rendered } from './prompt.ts';
import { verified } from './verifying.ts';
import { call, changed, conflictIn, keyOf, unended, type Writing } from './writing.ts';

interface Taken {
  readonly kind: 'edits';
  readonly files: ReadonlyMap<string, string | null>;
  readonly words: string;
}

type Edits = Taken | { readonly kind: 'unusable'; readonly reason: string };

/** Of an answer that goes back: each end of it. With the reason it fits beside the largest prompt. */
const QUOTED_BYTES = 5 * 1024;
const REASON_BYTES = 1024;

/**
 * One who sees nothing but the prompt says what shall change. What can't be used goes back once with the reason; nothing of it
 * is taken.
 */
export async function inWords(writing: Writing, merged: Merged | undefined): Promise<Change> {
  const { job, draft, lenses, timeoutMs, prompts } = writing;
  const { conflicts = [], unmerged = [] } = merged ?? {};
  const shown = { works: 'text', folder: '', others: [], conflicts, unmerged } as const;
  const material = { job, lenses, timeoutMs, ...shown, ...(prompts === undefined ? {} : { prompts }) };
  const key = keyOf(writing);
  const rendered = await promptOf({ ...material, files: merged ?? draft });
  const unseen = conflicts.find((path) => !rendered.shown.some((file) => file.path === path));
  if (unseen !== undefined) return { kind: 'failed', reason: `${unseen} has conflicts and is too large to be shown` };
  const first = await turn(writing, key, rendered, merged);
  return verified(writing, first, async (revision, nth) =>
    turn(writing, `${key}/revise/${nth}`, await promptOf({ ...material, files: draft, revision }), undefined),
  );
}

async function turn(writing: Writing, key: string, rendered: Rendered, merged: Merged | undefined): Promise<Change> {
  const { prompt } = rendered;
  const first = await call(writing, { key, prompt });
  if (first.kind !== 'answered') return unended(first);
  const edits = await editsOf(writing, merged, rendered, first);
  if (edits.kind === 'edits') return take(writing, merged, edits);

  const text = `${prompt.text}\n\n${back(first.text, edits.reason)}`;
  const second = await call(writing, { key: `${key}/again`, prompt: { ...prompt, text } });
  if (second.kind !== 'answered') return unended(second);
  const better = await editsOf(writing, merged, rendered, second);
  if (better.kind === 'edits') return take(writing, merged, better);
  return { kind: 'unchanged', reason: head(better.reason, REASON_BYTES) };
}

function take({ draft }: Writing, merged: Merged | undefined, { files, words }: Taken): Change {
  merged?.take();
  for (const [path, content] of files) {
    if (content === null) draft.delete(path);
    else draft.write(path, content);
  }
  return changed(words);
}

/** What an answer says shall change, or why it can't be used. */
async function editsOf(
  { job, draft }: Writing,
  merged: Merged | undefined,
  { shown, excerpt }: Rendered,
  { text, truncated = false }: Said,
): Promise<Edits> {
  const unusable = (reason: string): Edits => ({ kind: 'unusable', reason });
  const there = new Set((merged ?? draft).files());
  // What is there and was not shown would be overwritten unseen.
  const read = readAnswer(text, shown, { mayCreate: (path) => !there.has(path), truncated });
  const bare = read.kind === 'edits' || truncated ? undefined : await targetIn(merged ?? draft, text);
  if (bare !== undefined) return bare;
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
  return excerpt === undefined ? read : inPlace(read, excerpt, merged ?? draft);
}

/** Where only part of a file was shown, the answer is about that part. */
async function inPlace(edits: Taken, excerpt: Excerpt, source: Source): Promise<Edits> {
  const [part, file] = [edits.files.get(excerpt.path), await source.read(excerpt.path)];
  if (part === null)
    return { kind: 'unusable', reason: `${excerpt.path} can't be deleted: change what is shown of it.` };
  if (part === undefined || file === undefined) return edits;
  return { ...edits, files: new Map(edits.files).set(excerpt.path, restored(file, excerpt, part)) };
}

interface Said {
  readonly text: string;
  readonly truncated?: boolean;
}

/** The target's file, where an answer is nothing but the target. */
async function targetIn(source: Source, answer: string): Promise<Taken | undefined> {
  const { target } = source;
  const file = target && (await source.read(target.path));
  const made = target && file !== undefined ? await bareAnswer(target, file, answer) : undefined;
  if (target === undefined || made === undefined || made === file) return undefined;
  const words = answer.replace(/^\s*(`{3,}|~{3,})[\s\S]*^\s*\1[^\n]*$/m, '').trim();
  return { kind: 'edits', files: new Map([[target.path, made]]), words };
}

function back(answer: string, reason: string): string {
  const isShort = Buffer.byteLength(answer) <= 2 * QUOTED_BYTES;
  const quoted = isShort ? answer : `${head(answer, QUOTED_BYTES)}\n${printed(answer, QUOTED_BYTES)}`;
  const shown = printed(quoted, 2 * QUOTED_BYTES + 8);
  return page('again', { answer: fenced(shown === '' ? '(nothing)' : shown), reason: head(reason, REASON_BYTES) });
}
