import type { Detected } from '../agent/agent.ts';
import { ROLES } from '../domain/agent.ts';
import { judgesIn } from '../domain/author.ts';
import { type Adjustable, isOfExperiments, type RunConfig } from '../domain/config.ts';
import { isOfGoals } from '../domain/ladder.ts';
import { CLOSED } from '../domain/sandbox.ts';
import { findIsolation } from '../workspace/workspace.ts';
import type { Context } from './contract.ts';
import type { RunInput } from './settings.ts';

type Found = readonly [name: string, found: Detected];

const BUILT_IN = 'built-in';

/**
 * Where nobody was named to make the changes, a terminal asks once which of the installed agents shall; elsewhere the
 * built-in operators do. Nobody's agent is used unasked.
 */
export async function appoint(
  config: RunConfig,
  input: RunInput,
  context: Context,
  detect: () => Promise<readonly Found[]> = installed,
): Promise<RunConfig> {
  const { adjustable } = config;
  const named = input.operator !== undefined || adjustable.agents?.author !== undefined;
  if (named || input.yes === true || !context.interactive) return config;
  const usable = (await detect()).flatMap(([name, found]) =>
    found.kind === 'found' && found.missing === undefined && found.as === undefined
      ? [{ name, text: found.version }]
      : [],
  );
  if (usable.length === 0) return config;
  const agent = await chosen([{ name: BUILT_IN, text: 'operators that need no model and no key' }, ...usable], context);
  if (agent === BUILT_IN) return config;
  const agents = { ...adjustable.agents, author: [{ agent, weight: 1 }] };
  return { ...config, adjustable: { ...adjustable, operator: 'agent', agents } };
}

export async function installed(): Promise<readonly Found[]> {
  const { detectAgents } = await import('../agent/agent.ts');
  return detectAgents();
}

async function chosen(options: readonly { name: string; text: string }[], context: Context): Promise<string> {
  const width = Math.max(...options.map(({ name }) => name.length));
  const menu = options.map(({ name, text }, index) => `  ${index + 1} ${name.padEnd(width)}  ${text}`);
  const question = [
    'Who makes the changes? (asked once; --agent NAME, or agent: NAME in evolve.yaml, answers it in advance)',
    ...menu,
    `Choose 1 to ${options.length} [1 ${BUILT_IN}]: `,
  ].join('\n');
  for (;;) {
    const reply = (await context.ask(question))?.trim().toLowerCase() ?? '';
    if (reply === '') return BUILT_IN;
    const found = options[Number(reply) - 1] ?? options.find(({ name }) => name === reply);
    if (found !== undefined) return found.name;
    await context.show(`${reply} is none of them.`);
  }
}

/** What must be said of the agents of a run before they are called. */
export async function agentWords(config: RunConfig): Promise<readonly string[]> {
  const { adjustable, fixed } = config;
  const { mode } = fixed.sandbox ?? CLOSED;
  const open = mode === 'off' || (await findIsolation()).level === 'group';
  const rounds = isOfExperiments(config) || isOfGoals(config);
  const thinking = rounds
    ? ROLES.filter((role) => role !== 'judge').flatMap((role) => adjustable.agents?.[role] ?? [])
    : [];
  const authors = rounds ? thinking : (adjustable.agents?.author ?? []);
  const working = [...authors, ...(fixed.judging === undefined ? [] : judgesIn(adjustable))];
  const kinds = [...new Set(working.map(({ agent }) => agent.split(':')[0] ?? agent))];
  return [
    ...kinds.flatMap((kind) => wordOf(kind, open, adjustable)),
    ...ROLES.filter((role) => role !== 'author' && !(role === 'judge' && fixed.judging !== undefined))
      .filter((role) => !rounds || role === 'judge')
      .filter((role) => !(role === 'briefer' && fixed.target !== undefined))
      .filter((role) => adjustable.agents?.[role] !== undefined)
      .map((role) => `agents: nobody asks a ${role} in this run`),
  ];
}

function wordOf(kind: string, open: boolean, { isolate }: Adjustable): readonly string[] {
  if (kind === 'llm' || kind === 'replay') return [];
  if (kind === 'command')
    return [`${kind}: it runs as you; your repository is ${open ? 'in its reach' : 'read-only to it'}`];
  const own = isolate === true ? ', with a configuration of its own' : '';
  return [
    open
      ? `${kind}: no sandbox, so it works in its own edit-only mode${own}`
      : `${kind}: sandboxed, so its permission prompts are off${own}; it sees its worktree, its configuration and the network`,
  ];
}
