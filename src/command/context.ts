import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { contextMarkdown, contextOf, type Definition } from '../code/code.ts';
import { formatCount, formatUsd } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { rootOf } from './config/file.ts';
import { folderFiles, keptFolder } from './context-files.ts';
import { goalByAgent } from './context-goal.ts';
import { type GoalFrom, type Kept, keepContext, keptContext, madeOf } from './context-kept.ts';
import type { Command, Context } from './contract.ts';
import { type Given, on, text } from './option.ts';
import { chosenDefinition } from './targeting-choice.ts';
import { readTarget } from './targeting-text.ts';
import { unrecorded } from './unrecorded.ts';

const OPTIONS = {
  target: text(
    '<file#name>',
    'the function, method or class, such as src/pipeline.py#processItems; among several add @line:42 or @ and a part of the signature',
  ),
  goal: text('--goal <text>', 'what it is for, in a sentence (default: its doc comment)'),
  agent: text(
    '--agent <agent>',
    'who says in a sentence what it is for, where it has no doc comment: claude, llm:PROVIDER/MODEL, command:<line>',
  ),
  out: text('--out <file>', 'write it there'),
  fresh: on('--fresh', 'make it anew, though nothing has changed'),
} as const;

interface Shown extends Kept {
  /** Where it was written on request. */
  readonly out?: string;
}

export const command: Command<typeof OPTIONS, Shown> = {
  details: [
    'Says what must be known of a piece of code to change it: its signature, what it is for, the imports it needs, and the signatures of what it uses in the same file and in others.',
    'Where there is a folder .evolve it is kept in .evolve/context and used again until a file that it was made from changes.',
  ].join('\n'),
  examples: [
    'evolve context src/pipeline.py#processItems',
    'evolve context src/queue.ts#Queue.push --agent claude',
    'evolve context src/vec.c#line:42 --json',
  ],
  positional: ['target'],
  options: OPTIONS,
  async run(input, context) {
    const { root, path, content, definition } = await found(input.target, context);
    const shown = await made(root, path, content, definition, input, context);
    if (input.out === undefined) return shown;
    const out = resolve(context.cwd, input.out);
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, contextMarkdown(shown.context));
    return { ...shown, out: input.out };
  },
  text: ({ context, out }) => (out === undefined ? contextMarkdown(context).trimEnd() : `Written to ${out}`),
  document: ({ context }) => context,
};

async function found(wanted: string | undefined, context: Context) {
  if (wanted === undefined)
    throw new UserError('Of what? Name a file and a definition in it: evolve context src/pipeline.py#processItems');
  const isFile = (name: string) => statSync(resolve(context.cwd, name), { throwIfNoEntry: false })?.isFile() === true;
  const { file, selector } = readTarget(wanted, isFile);
  if (!isFile(file))
    throw new UserError(
      existsSync(resolve(context.cwd, file))
        ? `${file} is a folder: name a file in it, as FILE#NAME.`
        : `There is no file ${file}. Write it as FILE#NAME, such as src/pipeline.py#processItems.`,
    );
  const whole = realpathSync(resolve(context.cwd, file));
  const here = realpathSync(context.cwd);
  const around = rootOf(dirname(whole));
  // Without a repository the folder one is in is the root of all paths, if the file is in it.
  const root = around === dirname(whole) && whole.startsWith(`${here}/`) ? here : around;
  const content = readFileSync(whole, 'utf8');
  const { definition } = await chosenDefinition(file, content, selector, context, 'argument');
  return { root, path: relative(root, whole), content, definition };
}

async function made(
  root: string,
  path: string,
  content: string,
  definition: Definition,
  input: Given<typeof OPTIONS>,
  context: Context,
): Promise<Kept> {
  const files = folderFiles(root);
  const folder = keptFolder(root);
  const { symbol, startLine } = definition;
  const kept =
    folder === undefined || input.fresh === true
      ? undefined
      : await keptContext(folder, { path, symbol, startLine }, files);
  const plain = kept ?? madeOf(await contextOf(files, { path, definition }));
  const goal = await goalOf(plain, content.slice(definition.start, definition.end), input, root, context);
  const result = goal === undefined ? plain : { context: { ...plain.context, ...goal.text }, goalFrom: goal.from };
  if (folder !== undefined) keepContext(folder, result);
  return result;
}

interface Goal {
  readonly text: { readonly goal: string };
  readonly from: GoalFrom;
}

/** What was said by a person goes first; an agent is asked where nobody has said anything. */
async function goalOf(
  { context: { path, symbol }, goalFrom }: Kept,
  code: string,
  { goal, agent }: Given<typeof OPTIONS>,
  root: string,
  context: Context,
): Promise<Goal | undefined> {
  if (goal !== undefined) return { text: { goal: goal.replace(/\s+/g, ' ').trim() }, from: 'person' };
  if (goalFrom !== 'signature' || agent === undefined) return undefined;
  const ledger = unrecorded(context.tell);
  const sentence = await goalByAgent({ path, symbol, code }, { agent, ledger, root }, context);
  const { usd, tokens } = ledger.outlay();
  if (tokens > 0)
    context.tell(`it took ${formatCount(tokens)} tokens${usd === undefined ? '' : `, ${formatUsd(usd)}`}`);
  return sentence === undefined ? undefined : { text: { goal: sentence }, from: 'agent' };
}
