import type { Agent } from '../domain/agent.ts';
import { nearest } from '../lib/nearest.ts';
import { UserError } from '../lib/user-error.ts';
import { command } from './command.ts';
import type { AgentOptions, Driver } from './driver.ts';

export { usageAhead } from './estimate.ts';
export { usdOf } from './price.ts';
export { type Recorded, replay } from './replay.ts';
export { withLedger } from './with-ledger.ts';
export { withRetry } from './with-retry.ts';

/** In the order in which they are offered. */
const DRIVERS: readonly Driver[] = [command];

/** The agent that a person names with `--agent`. Throws `UserError` when there is no such agent. */
export function agentOf(spec: string, options: AgentOptions = {}): Agent {
  const [, name = spec, rest] = /^([\w-]+):([\s\S]*)$/.exec(spec) ?? [];
  const driver = DRIVERS.find((one) => one.name === name);
  if (driver !== undefined) return driver.open(rest, options);
  const names = DRIVERS.map((one) => one.name);
  const meant = nearest(name, names);
  const hint = meant === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${meant}?`;
  throw new UserError(`There is no agent ${JSON.stringify(spec)}. ${hint} See what is installed with: evolve doctor`);
}
