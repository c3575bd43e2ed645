import { type EnvironmentSource, type Fixed, NOISE, type Rung } from '../domain/config.ts';
import { CLOSED, type Reach, type Sandbox, STEPS, type Step } from '../domain/sandbox.ts';
import { UserError } from '../lib/user-error.ts';
import { choice, type Given, integer, list, number, on, text } from './option.ts';

/** The settings of a run that say how far its numbers can be trusted. */
export const MEASURING_OPTIONS = {
  beforeRun: text(
    '--before-run <command>',
    'runs before every run of the fitness command, in the same checkout; what it makes is there for that run alone',
  ),
  // Not env-file: some versions of Node take that for theirs, wherever it stands.
  envFrom: list(
    '--env-from <path>',
    'a file of NAME=value lines for all commands, from the repository’s root, as path or path:NAME,NAME; may be repeated',
  ),
  prefix: text('--prefix <words>', 'words before the whole fitness command, such as "nice -n 10"'),
  sandbox: choice(
    '--sandbox <auto|required|off>',
    'keep the commands apart from the machine: as well as it can, or not at all without a real sandbox (default: auto)',
    ['auto', 'required', 'off'],
  ),
  allowNetwork: list(
    '--allow-network <step...>',
    `commands that may use the network: ${STEPS.join(', ')} or all (default: agent alone)`,
  ),
  allowRead: list(
    '--allow-read <path>',
    'a path outside the checkout that commands may read, as [step:]path; may be repeated',
  ),
  allowWrite: list(
    '--allow-write <path>',
    'a path outside the checkout that commands may write, as [step:]path; may be repeated',
  ),
  allowEnv: list('--allow-env <name>', 'a variable that commands may see, as [step:]name; may be repeated'),
  margin: number(
    '--margin <percent>',
    'on a noisy benchmark, differences below so many per cent are not worth having (default: 1)',
    0,
  ),
  repeatLimit: integer(
    '--repeat-limit <n>',
    'on a noisy benchmark, runs of each side at most in one comparison (default: 40)',
    4,
  ),
  cores: integer('--cores <n>', 'cores that a benchmark has to itself; 0: all, shared with the rest (default: 1)', 0),
  holdout: text('--holdout <command>', 'a benchmark that no author sees; each new best must do better on it, too'),
  holdoutInput: list(
    '--holdout-input <path>',
    'a path that only the held-out command sees; not in git, read-only; may be repeated',
  ),
  cascade: list(
    '--cascade <rung>',
    'a cheaper benchmark first, as [name=]threshold:command; a threshold such as 90% is of the seed’s; may be repeated',
  ),
  warm: on('--warm', 'the fitness command is a server that answers one line per candidate'),
  warmUses: integer(
    '--warm-uses <n>',
    'candidates that a warm server measures before it is started anew (default: 100)',
    1,
  ),
  trust: on('--trust', 'let a warm server measure candidates in its own process'),
  dedupe: choice(
    '--dedupe <tree|syntax>',
    'what counts as tried before: the same files, or also the same syntax (default: tree)',
    ['tree', 'syntax'],
  ),
  redact: list(
    '--redact <name>',
    'a variable whose value is kept out of logs, prompts and reports, beside those that look like keys; may be repeated',
  ),
} as const;

export type MeasuringInput = Given<typeof MEASURING_OPTIONS>;

const WARM_USES = 100;
const CORES = 1;

type Measuring = Required<Pick<Fixed, 'sandbox' | 'noise' | 'cores' | 'cascade' | 'dedupe' | 'redact'>> &
  Pick<Fixed, 'holdout' | 'warm' | 'beforeRun' | 'prefix'>;

export function measuringOf(input: MeasuringInput): Measuring {
  const { holdout, holdoutInput } = input;
  if (holdout === undefined && holdoutInput !== undefined)
    throw new UserError('--holdout-input is for a held-out command: name it with --holdout.');
  if (input.warm !== true && (input.trust === true || input.warmUses !== undefined))
    throw new UserError('--trust and --warm-uses are about a warm server: add --warm.');
  const { beforeRun, prefix } = input;
  if (input.warm === true && beforeRun !== undefined)
    throw new UserError(
      '--before-run is for a command that is started anew each time: leave out --warm or --before-run.',
    );
  return {
    ...(beforeRun === undefined ? {} : { beforeRun }),
    ...(prefix === undefined ? {} : { prefix }),
    sandbox: sandboxOf(input),
    noise: {
      margin: input.margin === undefined ? NOISE.margin : input.margin / 100,
      limit: input.repeatLimit ?? NOISE.limit,
    },
    cores: input.cores ?? CORES,
    ...(holdout === undefined ? {} : { holdout: { command: holdout, inputs: holdoutInput ?? [] } }),
    cascade: rungsOf(input.cascade ?? []),
    ...(input.warm === true ? { warm: { uses: input.warmUses ?? WARM_USES, trust: input.trust ?? false } } : {}),
    dedupe: input.dedupe ?? 'tree',
    redact: input.redact ?? [],
  };
}

/** `path`, or `path:NAME,NAME` for some of its variables. */
export function sourcesOf(files: readonly string[]): readonly EnvironmentSource[] {
  return files.map((given) => {
    const [, path = given, names] = /^(.+?):([A-Za-z_]\w*(?:,[A-Za-z_]\w*)*)$/.exec(given) ?? [];
    return names === undefined ? { path } : { path, keys: names.split(',') };
  });
}

function sandboxOf(input: MeasuringInput): Sandbox {
  const network = (input.allowNetwork ?? []).flatMap((words) => words.split(',').map((word) => word.trim()));
  const unknown = network.find((word) => word !== 'all' && !isStep(word));
  if (unknown !== undefined)
    throw new UserError(`--allow-network takes ${STEPS.join(', ')} or all, not ${JSON.stringify(unknown)}.`);
  const reachOf = (step: Step): Reach => ({
    network: step === 'agent' || network.includes('all') || network.includes(step),
    read: meantFor(step, input.allowRead),
    write: meantFor(step, input.allowWrite),
    env: meantFor(step, input.allowEnv),
  });
  const reach = Object.fromEntries(STEPS.map((step) => [step, reachOf(step)]));
  return { mode: input.sandbox ?? 'auto', reach: { ...CLOSED.reach, ...reach } };
}

const isStep = (word: string): word is Step => STEPS.some((step) => step === word);

/** `[step:]value`: without a step it is for all of them. */
function meantFor(step: Step, values: readonly string[] = []): readonly string[] {
  return values.flatMap((value) => {
    const [, word = '', rest = ''] = /^([a-z]+):([\s\S]*)$/.exec(value) ?? [];
    if (!isStep(word)) return [value];
    return word === step ? [rest] : [];
  });
}

/** `[name=]threshold:command`, the threshold a score or a share of the seed's such as 90%. */
function rungsOf(rungs: readonly string[]): readonly Rung[] {
  const parsed = rungs.map((rung, index): Rung => {
    const [, name, threshold, percent, command = ''] =
      /^(?:([a-z][a-z0-9-]*)=)?([+-]?[\d.]+(?:e[+-]?\d+)?)(%)?:([\s\S]*)$/i.exec(rung) ?? [];
    const value = Number(threshold);
    if (command.trim() === '' || !Number.isFinite(value))
      throw new UserError(`--cascade ${JSON.stringify(rung)}: write it as [name=]threshold:command.`);
    const share = percent !== undefined;
    return {
      name: name ?? `rung${index + 1}`,
      command: command.trim(),
      threshold: share ? value / 100 : value,
      of: share ? 'seed' : 'score',
    };
  });
  const twice = parsed.find(({ name }, index) => parsed.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw new UserError(`Two rungs are called ${twice.name}. Give each its own name.`);
  return parsed;
}
