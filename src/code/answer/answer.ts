import { applied } from './apply.ts';
import { scan } from './scan.ts';

export { blocksOf } from './blocks-of.ts';

/** A file that the model was shown, as it is. */
export interface AnswerFile {
  readonly path: string;
  readonly text: string;
}

export type AnswerEdits =
  /** All files that change, whole; null deletes. */
  | { readonly kind: 'edits'; readonly files: ReadonlyMap<string, string | null>; readonly words: string }
  /** Prose only. */
  | { readonly kind: 'none'; readonly words: string }
  /** The reason is written for the model: what is wrong in which block of which file, and what to do. */
  | { readonly kind: 'unusable'; readonly reason: string; readonly words: string };

export interface AnswerOptions {
  readonly mayCreate: (path: string) => boolean;
  /** Whether the model was stopped before it had ended. */
  readonly truncated?: boolean;
}

/** So many problems are named at once: there is one more try. */
const MOST_NAMED = 3;

/**
 * What an answer in text changes. Contract: all of it or nothing; each block is about the files as shown, never about the result
 * of another block; what can be read in two ways is unusable. `words` is the prose outside of all blocks.
 */
export function readAnswer(answer: string, files: readonly AnswerFile[], options: AnswerOptions): AnswerEdits {
  const known = new Map(files.map(({ path, text }) => [path, text]));
  const { pieces, words, loose, problem } = scan(answer.replace(/^\uFEFF/, ''), known);
  const unusable = (reason: string): AnswerEdits => ({ kind: 'unusable', reason, words });
  if (options.truncated === true)
    return unusable('The answer was cut off before its end. Send it whole: use SEARCH/REPLACE with fewer lines.');
  if (problem !== undefined) return unusable(problem);
  if (pieces.length === 0) {
    if (!loose) return { kind: 'none', words };
    return unusable('The fenced blocks have no path. Write the path of the file on the line above the fence.');
  }
  const { files: after, problems } = applied(pieces, known, options.mayCreate);
  if (problems.length > 0) return unusable(problems.slice(0, MOST_NAMED).join(' '));
  return { kind: 'edits', files: after, words };
}
