import type { Agent } from '../domain/agent.ts';
import { nearest } from '../lib/nearest.ts';
import { UserError } from '../lib/user-error.ts';
import { acp } from './acp.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { command } from './command.ts';
import type { AgentOptions, Detected, Driver } from './driver.ts';
import { gemini } from './gemini.ts';
import { llm } from './llm.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';

export { apart } from './apart.ts';
export type { Detected } from './driver.ts';

export { usageAhead } from './estimate.ts';
export { usdOf } from './price.ts';
export { type Recorded, replay } from './replay.ts';
export { structured } from './structured.ts';
export { withLedger } from './with-ledger.ts';
export { withRetry } from './with-retry.ts';

/** In the order in which they are offered. */
const DRIVERS: readonly Driver[] = [claude, codex, opencode, pi, gemini, llm, acp, command];

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

/** Which agents are installed and can be used. Nothing is spent and nobody is logged in. */
export async function detectAgents(): Promise<readonly (readonly [name: string, found: Detected])[]> {
  const found = DRIVERS.map(async ({ name, detect }) =>
    detect === undefined ? [] : [[name, await detect()] as const],
  );
  return (await Promise.all(found)).flat();
}
