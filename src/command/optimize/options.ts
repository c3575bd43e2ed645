import type { FileInput } from '../config/file.ts';
import { RUN } from '../contract.ts';
import { type Given, integer, list, on, text } from '../option.ts';
import { ROUNDING_OPTIONS } from '../rounding.ts';
import { RUN_OPTIONS } from '../settings.ts';

const { agentTimeout, isolateAgent, goal, parallelBench, budgetEvals, budgetMinutes, budgetUsd } = RUN_OPTIONS;
const { budgetTokens, price, notify, disk, apply } = RUN_OPTIONS;
const { subagents, depth, stall, rounds, ceiling, ...others } = ROUNDING_OPTIONS;

export const OPTIMIZE_OPTIONS = {
  ...{ subagents, depth, stall, rounds, ceiling },
  budget: integer('--budget <n>', 'the same as --depth', 1),
  agent: list(
    '--agent <agent>',
    'who thinks, such as claude, codex:MODEL, llm:PROVIDER/MODEL, acp:<line> or command:<line>, as [role=][weight*]agent; roles: author, expert, verifier, scanner, ideator, briefer, analyst (default: the first author does what nobody else is named for); may be repeated',
  ),
  ...{ budgetEvals, budgetMinutes, budgetUsd, budgetTokens, price },
  parallel: integer('--parallel <n>', 'lanes that are worked on at once (default: as many as --subagents)', 1),
  ...{ parallelBench, agentTimeout, isolateAgent, goal, notify, disk },
  ...others,
  apply,
  yes: on('-y, --yes', 'ask nothing: who thinks must be named, and the winner is not applied'),
  run: RUN,
  config: text('--config <file>', 'take settings from this file (default: the nearest evolve.yaml)'),
  useConfig: on('--no-config', 'take no settings from a file'),
} as const;

export type OptimizeInput = Given<typeof OPTIMIZE_OPTIONS>;

/** The flags as settings: `--budget` is another word for `--depth`. */
export function flagsOf(input: OptimizeInput): FileInput & Pick<OptimizeInput, 'config' | 'useConfig'> {
  const { budget, run: _run, ...rest } = input;
  return budget === undefined ? rest : { depth: budget, ...rest };
}
