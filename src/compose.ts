import { agentOf } from './agent/agent.ts';
import type { Engine, StandIn } from './command/command.ts';
import { named } from './domain/author.ts';
import type { Adjustable } from './domain/config.ts';
import { lensesOf } from './domain/lens.ts';
import type { Operator } from './domain/operator.ts';
import { author, BUILT_IN } from './operator/operator.ts';
import { authored, generations, mixed, structural, tuning, type Variation } from './strategy/strategy.ts';

/** Names → implementations. */
export const engine: Engine = {
  operators: ({ adjustable, fixed }, _ledger, standIn) => ({
    ...BUILT_IN,
    ...authorsOf(adjustable, fixed.redact, standIn),
  }),
  strategy: (config) => generations({ run: config, variation: variationOf(config.adjustable) }),
};

function authorsOf(
  settings: Adjustable,
  redact: readonly string[] = [],
  standIn?: StandIn,
): Readonly<Record<string, Operator>> {
  const { agents, agentTimeoutMs: timeoutMs } = settings;
  const lenses = lensesOf(settings);
  const authors = named(agents?.author ?? []).map(({ name, agent }) => {
    const who = standIn?.(agent, name) ?? agentOf(agent, { redact, isolate: settings.isolate === true });
    const made = author(who, { lenses, timeoutMs });
    return [name, made] as const;
  });
  const [first] = authors;
  // Runs that were opened before authors had names ask for this one.
  return { ...Object.fromEntries(authors), ...(first === undefined ? {} : { agent: first[1] }) };
}

function variationOf(settings: Adjustable): Variation {
  switch (settings.operator) {
    case 'built-in':
      return mixed();
    case 'tune':
      return tuning();
    case 'syntax':
      return structural();
    case 'agent':
      return authored(lensesOf(settings), named(settings.agents?.author ?? []));
  }
}
