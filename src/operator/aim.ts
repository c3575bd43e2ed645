import { located } from '../code/code.ts';
import type { Agent } from '../domain/agent.ts';
import type { Source } from '../domain/operator.ts';
import type { Target } from '../domain/target.ts';
import { formatNumber } from '../lib/format.ts';
import { fenced, head, printed } from '../lib/quotation.ts';
import { page } from './page.ts';

const SYMBOL_BYTES = 200;
const SIGNATURE_BYTES = 1024;
const CONTEXT_BYTES = 12 * 1024;

/** What may change of a target's file. */
export const rulesOf = ({ path, symbol, signature, loose, helpers }: Target, works: Agent['works']): string =>
  page('target', {
    path: head(path, SYMBOL_BYTES),
    symbol: head(symbol, SYMBOL_BYTES),
    signature: fenced(printed(head(signature, SIGNATURE_BYTES), SIGNATURE_BYTES)),
    strict: loose === true ? '' : 'yes',
    loose: loose === true ? 'yes' : '',
    helpers: helpers === true ? 'yes' : '',
    alone: helpers === true ? '' : 'yes',
    words: works === 'text' ? 'yes' : '',
  });

/** What the target is for and depends on, as data. */
export function contextOf({ context = '' }: Target): string {
  const shown = printed(head(context.trim(), CONTEXT_BYTES), CONTEXT_BYTES);
  return shown === '' ? '' : fenced(shown);
}

/** The target alone of a file that is too large to be shown. */
export interface Excerpt {
  readonly path: string;
  /** Where it stands in the file. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export async function excerptOf(source: Source, target: Target): Promise<Excerpt | undefined> {
  const { path } = target;
  const file = source.files().includes(path) ? await source.read(path) : undefined;
  const found = file === undefined ? undefined : await located(path, file, target);
  if (file === undefined || found === undefined) return undefined;
  const start = file.lastIndexOf('\n', found.start - 1) + 1;
  const isWhole = file.slice(start, found.start).trim() === '';
  const span = { start: isWhole ? start : found.start, end: found.end };
  return { path, ...span, text: `${file.slice(span.start, span.end)}\n` };
}

/** How an excerpt is shown. */
export const presented = ({ path, text }: Excerpt, { symbol }: Target): string =>
  [
    `${head(path, SYMBOL_BYTES)} is too large to be shown. This is ${head(symbol, SYMBOL_BYTES)} alone (${formatNumber(Buffer.byteLength(text))} bytes); answer as if it were the whole file:`,
    fenced(text),
  ].join('\n');

/** The file with what was made of the excerpt. */
export const restored = (file: string, { start, end }: Excerpt, made: string): string =>
  file.slice(0, start) + made.replace(/\r?\n$/, '') + file.slice(end);
