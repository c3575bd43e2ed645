import type { Adjustable, RunConfig } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';
import { NO_LEDGER } from '../journal/journal.ts';
import { nearest } from '../lib/nearest.ts';
import { UserError } from '../lib/user-error.ts';
import { appointmentText } from './appointment.ts';
import type { Context } from './contract.ts';
import { parseOptions } from './option.ts';
import { refuseUnfit } from './searching.ts';
import { adjustableOf, RUN_OPTIONS } from './settings.ts';

/** Settings that may change while a run goes on, by the names that people write. */
const NAMES: Readonly<Record<string, keyof typeof RUN_OPTIONS>> = {
  k: 'k',
  generations: 'generations',
  stale: 'stale',
  operator: 'operator',
  agent: 'agent',
  'agent-timeout': 'agentTimeout',
  goal: 'goal',
  domain: 'domain',
  lens: 'lens',
  'budget-evals': 'budgetEvals',
  'budget-minutes': 'budgetMinutes',
  'budget-usd': 'budgetUsd',
  'budget-tokens': 'budgetTokens',
  price: 'price',
  'stop-at': 'stopAt',
  'stop-when': 'stopWhen',
  plateau: 'plateau',
  control: 'control',
  idle: 'idle',
  partner: 'partner',
  parallel: 'parallel',
  'parallel-bench': 'parallelBench',
  timeout: 'timeout',
  memory: 'memory',
  notify: 'notify',
  disk: 'disk',
};

/** New settings from `k=6` and the like; throws `UserError` on what can't be set. */
export function adjusted(pairs: readonly string[], run: Pick<RunFacts, 'id' | 'config'>): Adjustable {
  const raw: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at < 1) throw new UserError(`${JSON.stringify(pair)} sets nothing. Write it as k=6.`);
    const key = NAMES[name];
    if (key === undefined) {
      const hint = nearest(name, Object.keys(NAMES));
      const meant = hint === undefined ? `There are: ${Object.keys(NAMES).join(', ')}.` : `Did you mean ${hint}?`;
      throw new UserError(`${name} can't be set while a run goes on. ${meant}`);
    }
    raw[key] = pair.slice(at + 1).trim();
    // A complaint names it as it was written.
    RUN_OPTIONS[key].parse(raw[key], name);
  }
  const input = parseOptions(RUN_OPTIONS, raw);
  refuseUnfit(input, run);
  return adjustableOf(input, run.config.adjustable);
}

/** Throws `UserError` on settings that the run could not go on with, before they are recorded. */
export async function refuseUnusable(config: RunConfig, adjustable: Adjustable, context: Context): Promise<void> {
  const engine = await context.engine();
  engine.operators({ ...config, adjustable }, NO_LEDGER);
  engine.judges({ ...config, adjustable }, NO_LEDGER);
}

/** The settings that people change most, as they would write them. */
export function settingsText({ k, stale, generations, operator, agents }: Adjustable): string {
  const names = (agents?.author ?? []).map(appointmentText).join(' ');
  const author = operator === 'agent' ? `agent=${names}` : `operator=${operator}`;
  return `k=${k} stale=${stale} generations=${generations} ${author}`;
}
