import { LADDERING_OPTIONS } from '../../laddering.ts';
import { MEASURING_OPTIONS } from '../../measuring.ts';
import { duration, type Given, integer, list, on, text } from '../../option.ts';
import { RUN_OPTIONS } from '../../settings.ts';

const { agentTimeout, isolateAgent, goal, memory, seed } = RUN_OPTIONS;
const { budgetEvals, budgetMinutes, budgetUsd, budgetTokens, price, input, prepare, notify, disk } = RUN_OPTIONS;
const { envFrom, sandbox, allowNetwork, allowRead, allowWrite, allowEnv, redact } = MEASURING_OPTIONS;

export const GOALS_RUN_OPTIONS = {
  ...LADDERING_OPTIONS,
  parallel: integer('--parallel <n>', 'failing goals that are worked on at once, 5 at most (default: 1)', 1),
  agent: list(
    '--agent <agent>',
    'who thinks, such as claude, codex:MODEL, llm:PROVIDER/MODEL, acp:<line> or command:<line>, as [role=][weight*]agent; roles: briefer plans, author works, verifier looks at the work, scanner and ideator look for more, analyst sums up (default: the first author does what nobody else is named for); may be repeated',
  ),
  ...{ budgetMinutes, budgetUsd, budgetTokens, budgetEvals, price },
  ...{ agentTimeout, isolateAgent, goal },
  timeout: duration('--timeout <time>', 'limit for one validation command, such as 90s or 5m (default: 30m)'),
  ...{ memory, input, prepare, envFrom },
  ...{ sandbox, allowNetwork, allowRead, allowWrite, allowEnv, redact },
  ...{ seed, notify, disk },
  fresh: on('--fresh', 'begin a new session even if one could be continued'),
  config: text('--config <file>', 'take settings from this file (default: the nearest evolve.yaml)'),
  useConfig: on('--no-config', 'take no settings from a file'),
} as const;

export type GoalsRunInput = Given<typeof GOALS_RUN_OPTIONS>;
