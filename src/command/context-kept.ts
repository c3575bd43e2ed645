import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Context, contextMarkdown, type Files, isUnchanged } from '../code/code.ts';
import { writeWhole } from '../lib/whole-file.ts';

/** Where what a context is for comes from. */
export type GoalFrom = 'person' | 'comment' | 'agent' | 'signature';

/** A context as it is kept, to be used again while nothing that it was made from has changed. */
export interface Kept {
  readonly context: Context;
  readonly goalFrom: GoalFrom;
}

/** What parsing alone has made. */
export const madeOf = (context: Context): Kept => ({
  context,
  goalFrom: context.goal === undefined ? 'signature' : 'comment',
});

/** Goes up when contexts are made another way. */
const VERSION = 1;

const KEPT = z.object({
  version: z.literal(VERSION),
  goalFrom: z.enum(['person', 'comment', 'agent', 'signature']),
  context: z.object({
    path: z.string(),
    symbol: z.string(),
    language: z.string(),
    signature: z.string(),
    lines: z.tuple([z.number(), z.number()]),
    goal: z.string().exactOptional(),
    imports: z.array(z.string()),
    dependencies: z.array(z.object({ name: z.string(), signature: z.string(), path: z.string(), same: z.boolean() })),
    inputs: z.record(z.string(), z.string().nullable()),
  }),
});

/** `<file>_<name>`, without what file systems don't take. */
export const contextName = (path: string, symbol: string): string =>
  `${basename(path)}_${symbol}`.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(0, 120);

/** The kept context of a definition, unless it is torn, another's, or something it was made from has changed. */
export async function keptContext(
  folder: string,
  target: { readonly path: string; readonly symbol: string; readonly startLine: number },
  files: Files,
): Promise<Kept | undefined> {
  const { path, symbol, startLine } = target;
  const read = parsed(join(folder, `${contextName(path, symbol)}.json`));
  if (read === undefined) return undefined;
  const { context, goalFrom } = read;
  if (context.path !== path || context.symbol !== symbol || context.lines[0] !== startLine) return undefined;
  return (await isUnchanged(files, context.inputs)) ? { context, goalFrom } : undefined;
}

function parsed(file: string): Kept | undefined {
  try {
    const found = KEPT.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return found.success ? found.data : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the document, and beside it what it was made from. Gives back where the document is. */
export function keepContext(folder: string, { context, goalFrom }: Kept): string {
  const stem = join(folder, contextName(context.path, context.symbol));
  writeWhole(`${stem}.json`, `${JSON.stringify({ version: VERSION, goalFrom, context }, undefined, 1)}\n`);
  writeWhole(`${stem}.md`, contextMarkdown(context));
  return `${stem}.md`;
}
