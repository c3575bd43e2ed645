import { ROLES } from '../../domain/agent.ts';
import { STEPS } from '../../domain/sandbox.ts';
import { LADDERING_PARTS } from '../laddering.ts';
import type { JsonSchema } from '../option.ts';
import { ROUNDING_PARTS } from '../rounding.ts';

/** Flags of `evolve run` that are parts of one map in evolve.yaml. */
export interface Group {
  readonly key: string;
  /** All its options; the map has the place of the first among the keys. */
  readonly options: readonly string[];
  /** What it is about, where that is not the text of the bare option. */
  readonly text?: string;
  /** The option that a value gives which is no map. */
  readonly bare?: string;
  /** Names in the map, and the options that they are. */
  readonly parts: Readonly<Record<string, string>>;
  readonly needs?: readonly string[];
  readonly steps?: readonly string[];
}

const REACH = { network: 'allowNetwork', read: 'allowRead', write: 'allowWrite', env: 'allowEnv' } as const;

/** What can also be given for one command alone. */
export const STEP_PARTS: readonly string[] = Object.keys(REACH);

/** Agents by what they are asked to be. Authors alone may also be named by `agent`. */
export const AGENTS: Group = group({
  key: 'agents',
  text: 'who is what: agents by role, several with weights',
  parts: Object.fromEntries(ROLES.map((role) => [role, 'agent'])),
});

export const GROUPS: readonly Group[] = [
  group({ key: 'sandbox', bare: 'sandbox', parts: { mode: 'sandbox', ...REACH }, steps: STEPS }),
  group({
    key: 'noise',
    text: 'when a difference on a noisy benchmark counts',
    parts: { margin: 'margin', limit: 'repeatLimit' },
  }),
  group({
    key: 'holdout',
    bare: 'holdout',
    parts: { command: 'holdout', inputs: 'holdoutInput' },
    needs: ['command'],
  }),
  group({
    key: 'experiments',
    text: 'settings of evolve init, for experiments',
    parts: {
      'max-attempts': 'maxAttempts',
      frontier: 'frontier',
      'frontier-params': 'frontierParams',
      workspaces: 'workspaces',
      pool: 'pool',
      commit: 'commit',
    },
  }),
  group({ key: 'rounds', text: 'settings of evolve optimize, for its rounds', parts: ROUNDING_PARTS }),
  group({ key: 'goals', text: 'settings of evolve goals run, for its cycles', parts: LADDERING_PARTS }),
  group({ key: 'warm', bare: 'warm', parts: { uses: 'warmUses', trust: 'trust' } }),
];

function group(plan: Omit<Group, 'options'>): Group {
  const bare = plan.bare === undefined ? [] : [plan.bare];
  return { ...plan, options: [...new Set([...bare, ...Object.values(plan.parts)])] };
}

const STEP: JsonSchema = { enum: [...STEPS, 'all'] };

/** `true` stands for all commands. */
export const NETWORK: JsonSchema = { anyOf: [{ type: 'boolean' }, STEP, { type: 'array', items: STEP }] };
