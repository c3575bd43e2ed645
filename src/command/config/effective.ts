import { isDeepStrictEqual } from 'node:util';
import { EXPERIMENTING, type Gate, NOISE, type RunConfig, type Rung } from '../../domain/config.ts';
import { LADDER } from '../../domain/ladder.ts';
import { ROUNDS } from '../../domain/rounds.ts';
import { CLOSED, STEPS } from '../../domain/sandbox.ts';
import { formatNumber } from '../../lib/format.ts';
import { redactedData, secretsIn } from '../../lib/secrets.ts';
import { experimentingOf } from '../experimenting.ts';
import { LADDERING_PARTS, ladderingValue } from '../laddering.ts';
import { ROUNDING_PARTS, roundingValue } from '../rounding.ts';
import { adjustableOf, fixedOf } from '../settings.ts';
import { timeText } from './path.ts';

/** A setting as it holds, by the key that evolve.yaml has for it. */
export interface Effective {
  readonly key: string;
  /** As evolve.yaml would have it; null where it is not set. */
  readonly value: unknown;
  /** Where it comes from: a run's id, the name of a file, or `default`. */
  readonly from: string;
}

type Read = (config: RunConfig) => unknown;

const experiments = ({ adjustable }: RunConfig) => adjustable.experiments ?? EXPERIMENTING;

/** The settings of experiments, in the order in which people think of them. */
const READ: readonly (readonly [key: string, read: Read])[] = [
  ['fitness', ({ identity }) => identity.fitness],
  ['files', ({ identity }) => identity.files],
  ['direction', ({ fixed }) => fixed.direction],
  ['metric', ({ fixed }) => fixed.metric],
  ['parse', ({ fixed }) => fixed.parse],
  ['goal', ({ adjustable }) => adjustable.goal || undefined],
  ['gates', ({ fixed }) => fixed.gates.map(gateText)],
  ['holdout.command', ({ fixed }) => fixed.holdout?.command],
  ['holdout.inputs', ({ fixed }) => fixed.holdout?.inputs],
  ['cascade', ({ fixed }) => (fixed.cascade ?? []).map(rungText)],
  ['prepare', ({ fixed }) => fixed.prepare],
  ['build', ({ fixed }) => fixed.build],
  ['before-run', ({ fixed }) => fixed.beforeRun],
  ['prefix', ({ fixed }) => fixed.prefix],
  ['inputs', ({ fixed }) => fixed.inputs],
  ['timeout', ({ adjustable }) => timeText(adjustable.timeoutMs)],
  ['memory', ({ adjustable }) => `${adjustable.memoryMb}M`],
  ['repeat', ({ fixed }) => fixed.repeat],
  ['noise.margin', ({ fixed }) => Number(formatNumber(100 * (fixed.noise ?? NOISE).margin))],
  ['noise.limit', ({ fixed }) => (fixed.noise ?? NOISE).limit],
  ['cores', ({ fixed }) => fixed.cores],
  ['parallel-bench', ({ adjustable }) => adjustable.parallelBench],
  ['sandbox.mode', ({ fixed }) => (fixed.sandbox ?? CLOSED).mode],
  ...STEPS.filter((step) => step !== 'agent').flatMap((step) =>
    (['network', 'read', 'write', 'env'] as const).map((part): readonly [string, Read] => [
      `sandbox.${step}.${part}`,
      ({ fixed }) => fixed.sandbox?.reach[step][part],
    ]),
  ),
  ['redact', ({ fixed }) => fixed.redact],
  ['seed', ({ fixed }) => fixed.seed],
  ['experiments.max-attempts', (config) => experiments(config).attempts],
  ['experiments.frontier', (config) => experiments(config).frontier.kind],
  ['experiments.frontier-params', (config) => withoutKind(experiments(config).frontier)],
  ['experiments.workspaces', (config) => experiments(config).places.kind],
  ['experiments.pool', (config) => slotsOf(experiments(config).places)],
  ['experiments.commit', (config) => experiments(config).commit],
  ...Object.keys(ROUNDING_PARTS).map((part): readonly [string, Read] => [
    `rounds.${part}`,
    ({ adjustable }) => roundingValue(adjustable.rounds ?? ROUNDS, part),
  ]),
  ...Object.keys(LADDERING_PARTS).map((part): readonly [string, Read] => [
    `goals.${part}`,
    ({ adjustable }) => ladderingValue(adjustable.ladder ?? LADDER, part),
  ]),
];

/** Of values that say nothing only the keys that people look for are shown. */
const ALWAYS: readonly string[] = ['gates', 'goal', 'holdout.command'];

export const DEFAULT = 'default';

/**
 * The settings that hold: a run's, with what the file says of the same; the file's where there is no run. Values that look like
 * keys and passwords of the environment are left out.
 */
export function effective(
  config: RunConfig,
  of: { readonly run?: string; readonly file?: { readonly name: string; readonly config: RunConfig } },
): readonly Effective[] {
  const plain: RunConfig = {
    identity: { strategy: 'rounds', fitness: '', folder: '', files: [] },
    fixed: fixedOf({}),
    adjustable: { ...adjustableOf({}), experiments: experimentingOf({}) },
  };
  const rows = READ.map(([key, read]): Effective => {
    const value = read(config);
    const isDefault = isDeepStrictEqual(value, read(plain));
    const inFile = of.file !== undefined && isDeepStrictEqual(value, read(of.file.config));
    const from = isDefault ? DEFAULT : inFile ? (of.file?.name ?? DEFAULT) : (of.run ?? DEFAULT);
    return { key, value: isNothing(value) ? null : value, from };
  }).filter(({ key, value }) => value !== null || ALWAYS.includes(key));
  return redactedData(rows, secretsIn(process.env, config.fixed.redact));
}

/** Whether there is such a setting, whatever it says. */
export const isEffective = (key: string): boolean => READ.some(([known]) => known === key);

const isNothing = (value: unknown): boolean =>
  value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0);

const gateText = ({ name, command, phase }: Gate): string => `${phase}:${name}=${command}`;

const rungText = ({ name, command, threshold, of }: Rung): string =>
  `${name}=${of === 'seed' ? `${100 * threshold}%` : threshold}:${command}`;

function withoutKind({ kind: _kind, ...params }: { readonly kind: string }): unknown {
  return Object.keys(params).length === 0 ? undefined : params;
}

const slotsOf = (places: { readonly kind: string; readonly slots?: readonly string[] }) => places.slots;
