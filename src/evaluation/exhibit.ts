import type { Prompt } from '../domain/agent.ts';
import { pagesBeside } from '../lib/page.ts';
import { fenced, head } from '../lib/quotation.ts';

/** What a judge is shown. */
export interface Exhibit {
  /** What the run is after, in words. */
  readonly goal: string;
  /** What the code is for and depends on, as markdown, where that is known. */
  readonly context?: string;
  /** The definition that it is about, where it isn't whole files. */
  readonly symbol?: string;
  readonly files: readonly Shown[];
}

export interface Shown {
  readonly path: string;
  readonly language?: string;
  readonly text: string;
}

/** As much code as a judge can weigh; what goes beyond is cut and said. */
const CODE_BYTES = 96 * 1024;
const CONTEXT_BYTES = 16 * 1024;
const GOAL_BYTES = 2 * 1024;
const MOST_FILES = 50;

const page = pagesBeside(import.meta.url);

/**
 * What a judge is asked. Contract: bounded, whatever the code is; the code and its context are fenced and in `text`; `system` is
 * the same for every call. `again` says what was wrong with the answer before.
 */
export function judgePrompt({ goal, context = '', symbol, files }: Exhibit, again = ''): Prompt {
  const shown = files.slice(0, MOST_FILES);
  const room = Math.floor(CODE_BYTES / Math.max(1, shown.length));
  const code = shown.map(({ path, language, text }) => {
    const cut = head(text, room);
    const note = cut === text ? '' : ', cut';
    return `${path}${language === undefined ? '' : ` (${language}${note})`}:\n\n${fenced(cut)}`;
  });
  const text = page('judge-code', {
    goal: goal.trim() === '' ? '' : fenced(head(goal.trim(), GOAL_BYTES)),
    context: context.trim() === '' ? '' : fenced(head(context.trim(), CONTEXT_BYTES)),
    what: whatOf(symbol, files.length),
    code: code.join('\n\n'),
    again,
  });
  return { system: page('judge'), text };
}

function whatOf(symbol: string | undefined, count: number): string {
  if (symbol !== undefined) return `This is the definition of ${symbol}`;
  if (count <= MOST_FILES) return count === 1 ? 'This is one file' : `These are ${count} files`;
  return `These are the first ${MOST_FILES} of ${count} files`;
}
