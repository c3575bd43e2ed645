import { totalmem } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Adjustable, Fixed, Gate, RunConfig } from '../domain/config.ts';
import { DOMAINS } from '../domain/lens.ts';
import { UserError } from '../lib/user-error.ts';
import { appointmentsOf } from './appointment.ts';
import { archivingOf } from './archiving.ts';
import { asAsked } from './fitting.ts';
import { islandingOf, iterationsOf, refuseOtherIslands } from './islanding.ts';
import { JUDGING_OPTIONS, judgingOf } from './judging.ts';
import { MEASURING_OPTIONS, measuringOf, sourcesOf } from './measuring.ts';
import { capsOf, MONEY_OPTIONS, pricesOf } from './money.ts';
import { choice, duration, type Given, integer, list, megabytes, number, on, text } from './option.ts';

import { presetOf, SEARCHING_OPTIONS, searchingOf } from './searching.ts';
import { refuseOtherTarget, TARGETING_OPTIONS } from './targeting.ts';
import { TESTING_OPTIONS, withoutOffered, withTest } from './testing.ts';

/** Every setting of a run. What is not given has a default when the run is opened, and its old value when resumed. */
export const RUN_OPTIONS = {
  fitness: text(
    '<fitness>',
    'command that prints the score; its last line of output is a number or a JSON object with "score"',
  ),
  files: list('--files <glob...>', 'files that may change; everything else is protected'),
  ...TARGETING_OPTIONS,
  k: integer(
    '-k, --k <n>',
    'candidates per generation (default: 4)',
    2,
    ': one candidate per generation is hill climbing: --strategy greedy',
  ),
  generations: integer('-g, --generations <n>', 'generations at most (default: 10)', 1),
  stale: integer('-s, --stale <n>', 'stop after so many generations without a better candidate (default: 3)', 1),
  direction: choice('--direction <max|min>', 'whether a higher or a lower score is better (default: max)', [
    'max',
    'min',
  ]),
  gate: list('--gate <command>', 'command that must exit 0, as [pre:|post:][name=]command; may be repeated'),
  ...TESTING_OPTIONS,
  agent: list(
    '--agent <agent>',
    'who makes the changes, such as claude, codex:MODEL, llm:PROVIDER/MODEL, acp:<line> or command:<line>, as [role=][weight*]agent (default: the built-in operators); may be repeated',
  ),
  isolateAgent: on('--isolate-agent', 'give agents a configuration of their own, without your login and settings'),
  repair: on('--repair', 'let an agent mend its invalid candidate once; off with --no-repair (default: on)'),
  agentTimeout: duration('--agent-timeout <time>', 'limit for one change by the agent (default: 20m)'),
  operator: choice(
    '--operator <name>',
    'the built-in operator: tune changes numbers, syntax changes structure, built-in is both in turns (default: built-in)',
    ['built-in', 'tune', 'syntax'],
  ),
  goal: text('--goal <text>', 'what you are after, in words: for the agent, and kept with the run'),
  domain: choice(
    '--domain <kind>',
    `what kind of goal it is, for the lenses: ${DOMAINS.join(', ')} (default: by the words of --goal)`,
    DOMAINS,
  ),
  lens: list('--lens <a,b,c>', 'your own lenses in place of the domain’s, separated by commas'),
  seed: integer('--seed <n>', 'seed of all random draws: the same seed gives the same run (default: 1)', 0),
  parallel: integer('--parallel <n>', 'candidates worked on at once (default: 2)', 1),
  parallelBench: integer(
    '--parallel-bench <n>',
    'benchmarks that may run at once: more than 1 disturbs timings (default: 1)',
    1,
  ),
  timeout: duration(
    '--timeout <time>',
    'limit for one command, such as 90s or 5m (default: 10 times the baseline, at least 60s)',
  ),
  memory: megabytes(
    '--memory <size>',
    'limit for one command and all it starts, such as 512M or 4G (default: half of the machine’s)',
  ),
  repeat: integer('--repeat <n>', 'measure each candidate so often and take the median (default: 1)', 1),
  parse: choice(
    '--parse <how>',
    'how to read the score: auto, or last-number for the last one in the output (default: auto)',
    ['auto', 'last-number'],
  ),
  metric: text('--metric <name>', 'the key of the JSON object, or the METRIC line, that is the score'),
  input: list(
    '--input <path>',
    'a path that git does not hold and the fitness command needs; read-only; may be repeated',
  ),
  prepare: text(
    '--prepare <command>',
    'runs once in every checkout before its first candidate, for example an install',
  ),
  build: text('--build <command>', 'runs once per candidate before gates and benchmark; failing makes it invalid'),
  ...MEASURING_OPTIONS,
  ...JUDGING_OPTIONS,
  dirty: on('--dirty', 'take uncommitted changes into the seed'),
  budgetEvals: integer('--budget-evals <n>', 'candidates measured at most; the baseline and cached ones are free', 1),
  budgetMinutes: number('--budget-minutes <n>', 'minutes at most', 0),
  ...MONEY_OPTIONS,
  ...SEARCHING_OPTIONS,
  stopAt: number('--stop-at <score>', 'stop as soon as the best reaches this score'),
  yes: on(
    '-y, --yes',
    'ask nothing: not after each generation, nor at the end what becomes of the winner, which is not applied',
  ),
  apply: choice('--apply <branch|merge>', 'when it ends, apply the winner on a new branch or merge it', [
    'branch',
    'merge',
  ]),
  branches: on(
    '--branches',
    'show the best candidates as branches evolve/c12, … of your repository; of generations, the living',
  ),
  notify: text(
    '--notify <command>',
    'run this on a new best, with EVOLVE_BEST, EVOLVE_SCORE and EVOLVE_BASELINE in its environment',
  ),
  disk: megabytes('--disk <size>', 'how much .evolve may take, such as 2G; old logs go first, then the run stops'),
  resume: on('--resume', 'continue the newest run of this fitness and files; print its report when it is finished'),
  fresh: on('--fresh', 'start a new run even if one could be continued'),
  unchecked: on('--unchecked', 'start without trying first to fool the fitness command'),
  force: on('--force', 'start although the fitness command can be fooled'),
} as const;

export type RunInput = Given<typeof RUN_OPTIONS>;

const BASELINE_TIMEOUT_MS = 30 * 60_000;
const AGENT_TIMEOUT_MS = 20 * 60_000;
const LEAST_TIMEOUT_MS = 60_000;
const TIMES_THE_BASELINE = 10;

export function fixedOf(input: RunInput): Fixed {
  return {
    direction: input.direction ?? 'max',
    seed: input.seed ?? 1,
    gates: withTest(gatesOf(input.gate ?? []), input),
    repeat: input.repeat ?? 1,
    parse: input.parse ?? (presetOf(input) === 'islands' ? 'last-number' : 'auto'),
    ...(input.metric === undefined ? {} : { metric: input.metric }),
    inputs: input.input ?? [],
    ...(input.prepare === undefined ? {} : { prepare: input.prepare }),
    ...(input.build === undefined ? {} : { build: input.build }),
    ...measuringOf(input),
    ...archivingOf(input),
    ...islandingOf(input),
    ...judgingOf(input),
  };
}

/** The settings that may change, given ones over those before. */
export function adjustableOf(input: RunInput, before?: Adjustable): Adjustable {
  const evaluations = input.budgetEvals ?? before?.budget.evaluations;
  const minutes = input.budgetMinutes ?? before?.budget.minutes;
  const stopAt = input.stopAt ?? before?.stopAt;
  const agents = input.agent === undefined ? before?.agents : { ...before?.agents, ...appointmentsOf(input.agent) };
  const authors = input.agent === undefined ? undefined : appointmentsOf(input.agent).author;
  const environment = input.envFrom === undefined ? before?.environment : sourcesOf(input.envFrom);
  const isolate = input.isolateAgent ?? before?.isolate ?? false;
  const repair = input.repair ?? before?.repair ?? true;
  const domain = input.domain ?? before?.domain;
  const notify = input.notify ?? before?.notify;
  const diskMb = input.disk ?? before?.diskMb;
  if (authors !== undefined && input.operator !== undefined)
    throw new UserError('--agent and --operator both say who makes the changes: choose one of them.');
  return {
    k: input.k ?? before?.k ?? 4,
    operator: authors === undefined ? (input.operator ?? before?.operator ?? 'built-in') : 'agent',
    ...(agents === undefined ? {} : { agents }),
    ...(isolate ? { isolate } : {}),
    ...(repair ? {} : { repair }),
    agentTimeoutMs: input.agentTimeout ?? before?.agentTimeoutMs ?? AGENT_TIMEOUT_MS,
    ...(domain === undefined ? {} : { domain }),
    lenses: input.lens === undefined ? (before?.lenses ?? []) : lensesOf(input.lens),
    branches: input.branches ?? before?.branches ?? false,
    ...(notify === undefined ? {} : { notify }),
    ...(diskMb === undefined ? {} : { diskMb }),
    generations: input.generations ?? before?.generations ?? 10,
    stale: input.stale ?? before?.stale ?? 3,
    budget: {
      ...(evaluations === undefined ? {} : { evaluations }),
      ...(minutes === undefined ? {} : { minutes }),
      ...capsOf(input, before?.budget),
    },
    ...(environment === undefined ? {} : { environment }),
    ...(before?.experiments === undefined ? {} : { experiments: before.experiments }),
    ...(before?.rounds === undefined ? {} : { rounds: before.rounds }),
    ...(before?.ladder === undefined ? {} : { ladder: before.ladder }),
    ...searchingOf(input, before),
    ...iterationsOf(input, before),
    ...pricesOf(input, before?.prices),
    ...(stopAt === undefined ? {} : { stopAt }),
    parallel: input.parallel ?? before?.parallel ?? 2,
    parallelBench: input.parallelBench ?? before?.parallelBench ?? 1,
    timeoutMs: input.timeout ?? before?.timeoutMs ?? BASELINE_TIMEOUT_MS,
    memoryMb: input.memory ?? before?.memoryMb ?? Math.floor(totalmem() / 2 / 1024 / 1024),
    goal: input.goal ?? before?.goal ?? '',
  };
}

/** Whatever the order in which they were written down: an older store has another. */
export const isChanged = (adjustable: Adjustable, before: Adjustable): boolean =>
  !isDeepStrictEqual(adjustable, before);

/** Once the baseline's time is known, a candidate gets ten times as much. */
export function timeoutAfter(baselineMs: number, input: RunInput): number {
  return input.timeout ?? Math.max(LEAST_TIMEOUT_MS, Math.ceil(TIMES_THE_BASELINE * baselineMs));
}

/** A resumed run keeps what it was opened with. Throws on a flag that asks for something else. */
export function refuseOtherSettings(input: RunInput, run: { readonly id: string; readonly config: RunConfig }): void {
  refuseOtherTarget(input, run);
  const wanted = fixedOf(input);
  const fixed = withoutOffered(asAsked(run.config.fixed), input);
  const given: readonly [keyof Fixed, unknown, string][] = [
    ['direction', input.direction, '--direction'],
    ['seed', input.seed, '--seed'],
    ['gates', input.gate ?? input.test, input.gate === undefined ? '--test' : '--gate'],
    ['repeat', input.repeat, '--repeat'],
    ['parse', input.parse, '--parse'],
    ['metric', input.metric, '--metric'],
    ['inputs', input.input, '--input'],
    ['prepare', input.prepare, '--prepare'],
    ['build', input.build, '--build'],
    ['beforeRun', input.beforeRun, '--before-run'],
    ['prefix', input.prefix, '--prefix'],
    [
      'sandbox',
      input.sandbox ?? input.allowNetwork ?? input.allowRead ?? input.allowWrite ?? input.allowEnv,
      '--sandbox',
    ],
    ['noise', input.margin ?? input.repeatLimit, '--margin'],
    ['cores', input.cores, '--cores'],
    ['holdout', input.holdout, '--holdout'],
    ['cascade', input.cascade, '--cascade'],
    ['warm', input.warm, '--warm'],
    ['dedupe', input.dedupe, '--dedupe'],
    ['redact', input.redact, '--redact'],
    ['grid', input.grid, '--grid'],
    ['objectives', input.objective, '--objective'],
    ['judging', input.judge ?? input.judgeWeight ?? input.scale, '--judge'],
  ];
  for (const [key, value, flag] of given) {
    if (value === undefined || JSON.stringify(wanted[key]) === JSON.stringify(fixed[key])) continue;
    const was = typeof fixed[key] === 'object' ? JSON.stringify(fixed[key]) : (fixed[key] ?? 'none');
    throw new UserError(
      `Run ${run.id} has another ${flag} (${was}). Leave ${flag} out to continue it, or add --fresh to start a new run.`,
    );
  }
  refuseOtherIslands(input, run);
}

/** `[pre:|post:][name=]command`; names are lower-case so that `FOO=1 make test` is a command. */
function gatesOf(gates: readonly string[]): readonly Gate[] {
  const parsed = gates.map((gate, index): Gate => {
    const [, phase, name, command = ''] = /^(?:(pre|post):)?(?:([a-z][a-z0-9-]*)=)?([\s\S]*)$/.exec(gate) ?? [];
    if (command.trim() === '')
      throw new UserError(`--gate ${JSON.stringify(gate)} has no command. Write it as [pre:|post:][name=]command.`);
    return { name: name ?? `gate${index + 1}`, command, phase: phase === 'post' ? 'post' : 'pre' };
  });
  const twice = parsed.find((gate, index) => parsed.findIndex((other) => other.name === gate.name) !== index);
  if (twice !== undefined) throw new UserError(`Two gates are called ${twice.name}. Give each its own name.`);
  return parsed;
}

const lensesOf = (given: readonly string[]): readonly string[] =>
  given.flatMap((text) => text.split(',').map((name) => name.trim())).filter((name) => name !== '');
