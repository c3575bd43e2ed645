import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { Checkpoint } from '../domain/question.ts';
import { paintPatch, styleOf } from '../lib/style.ts';
import { UserError } from '../lib/user-error.ts';
import { plain } from '../lib/width.ts';
import type { Repository } from '../workspace/workspace.ts';
import { adjusted, refuseUnusable, settingsText } from './adjust.ts';
import type { Context } from './contract.ts';
import { ownDiff } from './grounds.ts';

export interface Asking {
  /** What no answer means. */
  readonly usual?: string;
  /** Ends the asking. */
  readonly until?: AbortSignal;
}

/**
 * Puts an open question to the person at the terminal until there is an answer that the run can go on with.
 * undefined where nobody can be asked, or once `until` is aborted: the question then stays open.
 */
export async function consult(
  question: Checkpoint,
  journal: Journal,
  repository: Repository,
  context: Context,
  { usual = question.options[0]?.name ?? '', until }: Asking = {},
): Promise<string | undefined> {
  const names = question.options.map(({ name }) => name);
  const width = Math.max(...names.map((name) => name.length));
  const menu = question.options.map(({ name, text }, index) => `  ${index + 1} ${name.padEnd(width)}  ${text}`);
  for (;;) {
    const reply = await context.ask(
      [question.text, ...menu, `Choose 1 to ${names.length} [${names.indexOf(usual) + 1} ${usual}]: `].join('\n'),
      until,
    );
    if (reply === undefined) return undefined;
    const option = reply.trim() === '' ? usual : chosen(reply, names);
    if (option === undefined) await context.show(`${plain(reply)} is none of them.`);
    else if (option === 'inspect') await context.show(await inspected(journal, repository, context));
    else if (option !== 'adjust' || (await adjust(journal, context, until))) return option;
  }
}

/** By number, by name or by the beginning of one. */
function chosen(reply: string, names: readonly string[]): string | undefined {
  const word = reply.trim().toLowerCase();
  const found = names.filter((name) => name.startsWith(word));
  return names[Number(word) - 1] ?? (found.length === 1 ? found[0] : names.find((name) => name === word));
}

/** What the best changes in the seed. */
export async function inspected(journal: Journal, repository: Repository, context: Context): Promise<string> {
  const view = journal.view();
  const [run, best] = [view.run(), view.best()?.candidate];
  const patch =
    run === undefined || best === undefined
      ? ''
      : (await ownDiff(repository, journal, run, run.base.commit, best.commit)).toString('utf8');
  if (patch === '') return 'Nothing is better than the code as it was.';
  return paintPatch(patch.trimEnd().split('\n'), styleOf(context.color)).join('\n');
}

/** Whether anything was set: then the run goes on. */
async function adjust(journal: Journal, context: Context, until: AbortSignal | undefined): Promise<boolean> {
  const run = journal.view().run();
  if (run === undefined) return false;
  const { config } = run;
  const reply = await context.ask(`Now ${settingsText(config.adjustable)}\nNew settings, such as k=6 stale=5: `, until);
  const pairs = splitPairs(reply ?? '');
  if (pairs.length === 0) return false;
  try {
    const adjustable = adjusted(pairs, run);
    await refuseUnusable(config, adjustable, context);
    journal.append((): readonly Event[] => [{ type: 'configured', adjustable }]);
    await context.show(`Set to ${settingsText(adjustable)}`);
    return true;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    await context.show(error.message);
    return false;
  }
}

/** A value may hold spaces: it goes on until the next `name=`. */
function splitPairs(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+(?=[a-z-]+=)/)
    .filter((pair) => pair !== '');
}
