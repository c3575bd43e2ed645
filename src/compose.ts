import { agentOf } from './agent/agent.ts';
import type { Engine } from './command/command.ts';
import type { Adjustable } from './domain/config.ts';
import { lensesOf } from './domain/lens.ts';
import type { Operator } from './domain/operator.ts';
import { author, BUILT_IN } from './operator/operator.ts';
import { authored, generations, mixed, structural, tuning, type Variation } from './strategy/strategy.ts';

/** Names → implementations. */
export const engine: Engine = {
  operators: ({ adjustable, fixed }) => ({ ...BUILT_IN, ...authorOf(adjustable, fixed.redact) }),
  strategy: (config) => generations({ run: config, variation: variationOf(config.adjustable) }),
};

function authorOf(settings: Adjustable, redact: readonly string[] = []): Readonly<Record<string, Operator>> {
  if (settings.agent === undefined) return {};
  const lenses = lensesOf(settings);
  return { agent: author(agentOf(settings.agent, redact), { lenses, timeoutMs: settings.agentTimeoutMs }) };
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
      return authored(lensesOf(settings));
  }
}
