import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { Checkpoint } from '../domain/question.ts';
import { UserError } from '../lib/user-error.ts';
import type { Repository } from '../workspace/workspace.ts';
import { adjusted, refuseUnusable, settingsText } from './adjust.ts';
import type { Context } from './contract.ts';

/**
 * Puts an open question to the person at the terminal until there is an answer that the run can go on with.
 * undefined where nobody can be asked, or once `until` is aborted: the question then stays open.
 */
export async function consult(
  question: Checkpoint,
  journal: Journal,
  repository: Repository,
  context: Context,
  until?: AbortSignal,
): Promise<string | undefined> {
  const names = question.options.map(({ name }) => name);
  const width = Math.max(...names.map((name) => name.length));
  const menu = question.options.map(({ name, text }, index) => `  ${index + 1} ${name.padEnd(width)}  ${text}`);
  for (;;) {
    const reply = await context.ask(
      [question.text, ...menu, `Choose 1 to ${names.length} [1 ${names[0]}]: `].join('\n'),
      until,
    );
    if (reply === undefined) return undefined;
    const option = chosen(reply, names);
    if (option === undefined) context.tell(`${reply.trim()} is none of them.`);
    else if (option === 'inspect') await context.out(await inspected(journal, repository));
    else if (option === 'adjust') await adjust(journal, context, until);
    else return option;
  }
}

/** By number, by name or by the beginning of one; nothing means the first. */
function chosen(reply: string, names: readonly string[]): string | undefined {
  const word = reply.trim().toLowerCase();
  if (word === '') return names[0];
  const found = names.filter((name) => name.startsWith(word));
  return names[Number(word) - 1] ?? (found.length === 1 ? found[0] : names.find((name) => name === word));
}

/** What the best changes in the seed. */
export async function inspected(journal: Journal, repository: Repository): Promise<string> {
  const view = journal.view();
  const [run, best] = [view.run(), view.best()?.candidate];
  const patch =
    run === undefined || best === undefined
      ? ''
      : (await repository.diff(run.base.commit, best.commit)).toString('utf8');
  return patch === '' ? 'Nothing is better than the code as it was.' : patch.trimEnd();
}

async function adjust(journal: Journal, context: Context, until?: AbortSignal): Promise<void> {
  const config = journal.view().run()?.config;
  if (config === undefined) return;
  const reply = await context.ask(`Now ${settingsText(config.adjustable)}\nNew settings, such as k=6 stale=5: `, until);
  const pairs = splitPairs(reply ?? '');
  if (pairs.length === 0) return;
  try {
    const adjustable = adjusted(pairs, config.adjustable);
    await refuseUnusable(config, adjustable, context);
    journal.append((): readonly Event[] => [{ type: 'configured', adjustable }]);
    context.tell(`Set to ${settingsText(adjustable)}`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    context.tell(error.message);
  }
}

/** A value may hold spaces: it goes on until the next `name=`. */
function splitPairs(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+(?=[a-z-]+=)/)
    .filter((pair) => pair !== '');
}
