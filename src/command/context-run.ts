import { join } from 'node:path';
import { contextMarkdown, contextOf, located } from '../code/code.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Base } from '../domain/event.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Repository } from '../workspace/workspace.ts';
import { commitFiles } from './context-files.ts';
import { goalByAgent } from './context-goal.ts';
import { type Kept, keepContext, keptContext, madeOf } from './context-kept.ts';
import type { Context } from './contract.ts';
import { runFolder } from './place.ts';

/** It goes into every prompt. */
const MOST_BYTES = 12 * 1024;

/**
 * The settings with what must be known of the target, by the code that the run starts from; a file of it is for people.
 * Where its comment does not say what it is for, an agent of the run is asked.
 */
export async function withContext(
  repository: Repository,
  run: string,
  base: Base,
  config: RunConfig,
  ledger: Ledger,
  context: Pick<Context, 'tell' | 'signal'>,
): Promise<RunConfig> {
  const { target } = config.fixed;
  if (target === undefined) return config;
  const { path } = target;
  const files = commitFiles(repository, base.commit);
  const text = (await files.read(path)) ?? '';
  const definition = await located(path, text, target);
  if (definition === undefined) return config;
  const { symbol, startLine, start, end } = definition;
  const stateDir = repository.state.dir;
  // What `evolve context` has made of the same code may have a sentence that an agent was asked for.
  const kept = await keptContext(join(stateDir, 'context'), { path, symbol, startLine }, files);
  const plain = kept ?? madeOf(await contextOf(files, { path, definition }));
  const briefer = brieferIn(config);
  const asked = { ...askedOf(config), ledger, root: repository.place.root };
  const goal =
    plain.goalFrom !== 'signature' || briefer === undefined
      ? undefined
      : await goalByAgent({ path, symbol, code: text.slice(start, end) }, { ...asked, agent: briefer }, context);
  const made: Kept = goal === undefined ? plain : { context: { ...plain.context, goal }, goalFrom: 'agent' };
  keepContext(join(runFolder(stateDir, run), 'context'), made);
  const written = contextMarkdown(made.context, MOST_BYTES);
  return { ...config, fixed: { ...config.fixed, target: { ...target, context: written } } };
}

/** A briefer where there is one, else the author; but a command is made to change files and not to be asked. */
function brieferIn({ adjustable: { agents } }: RunConfig): string | undefined {
  const author = agents?.author?.find(({ agent }) => !agent.startsWith('command:'));
  return (agents?.briefer?.[0] ?? author)?.agent;
}

function askedOf({ adjustable: { prices, isolate }, fixed: { redact } }: RunConfig) {
  return {
    ...(prices === undefined ? {} : { prices }),
    ...(redact === undefined ? {} : { redact }),
    isolate: isolate === true,
  };
}
