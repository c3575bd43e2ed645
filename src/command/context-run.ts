import { join } from 'node:path';
import { contextMarkdown, contextOf, located } from '../code/code.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Base } from '../domain/event.ts';
import type { Repository } from '../workspace/workspace.ts';
import { commitFiles } from './context-files.ts';
import { type Kept, keepContext, keptContext } from './context-kept.ts';
import { runFolder } from './place.ts';

/** It goes into every prompt. */
const MOST_BYTES = 12 * 1024;

/** The settings with what must be known of the target, by the code that the run starts from; a file of it is for people. */
export async function withContext(
  repository: Repository,
  run: string,
  base: Base,
  config: RunConfig,
): Promise<RunConfig> {
  const { target } = config.fixed;
  if (target === undefined) return config;
  const { path } = target;
  const files = commitFiles(repository, base.commit);
  const definition = await located(path, (await files.read(path)) ?? '', target);
  if (definition === undefined) return config;
  const { symbol, startLine } = definition;
  const stateDir = repository.state.dir;
  // What `evolve context` has made of the same code may have a sentence that an agent was asked for.
  const kept = await keptContext(join(stateDir, 'context'), { path, symbol, startLine }, files);
  const made: Kept = kept ?? { context: await contextOf(files, { path, definition }), goalFrom: 'comment' };
  keepContext(join(runFolder(stateDir, run), 'context'), made);
  const context = contextMarkdown(made.context, MOST_BYTES);
  return { ...config, fixed: { ...config.fixed, target: { ...target, context } } };
}
