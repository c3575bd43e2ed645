import { ROUNDS, type Rounds } from '../domain/rounds.ts';
import { type Given, integer, number, share } from './option.ts';

/** The settings that only whoever drives experiments has. */
export const ROUNDING_OPTIONS = {
  subagents: integer('--subagents <n>', `briefs of a round, each with a lane (default: ${ROUNDS.subagents})`, 1),
  depth: integer('--depth <n>', `tries that a lane has in a round (default: ${ROUNDS.depth})`, 1),
  stall: integer(
    '--stall <n>',
    `end after so many rounds in a row without a verified new best (default: ${ROUNDS.stall})`,
    1,
  ),
  rounds: integer('--rounds <n>', 'rounds at most, those before included (default: no limit)', 1),
  ceiling: number('--ceiling <score>', 'a score that can’t be bettered: whoever reaches it ends the run'),
  ideateAfter: integer(
    '--ideate-after <n>',
    'look for new ideas after so many rounds without a new best (default: 3, and before the stall’s limit)',
    0,
  ),
  ideateEvery: integer(
    '--ideate-every <n>',
    `look for new ideas whenever so many more were committed (default: ${ROUNDS.ideateEvery})`,
    1,
  ),
  verifications: integer(
    '--verifications <n>',
    `so often a change is verified before it is given up; it is revised in between (default: ${ROUNDS.verifications})`,
    1,
  ),
  scanBatch: integer(
    '--scan-batch <n>',
    `experiments that one scanner reads, at most (default: ${ROUNDS.scanBatch})`,
    1,
  ),
  scanKb: integer('--scan-kb <n>', `kilobytes that one scanner reads, at most (default: ${ROUNDS.scanKb})`, 4),
  overlap: share(
    '--overlap <share>',
    `briefs for the same parent that share so much of their pointers are one (default: ${ROUNDS.overlap})`,
  ),
  regressed: integer(
    '--regressed <n>',
    `children that are no better before their parent is pruned as exhausted, if none is (default: ${ROUNDS.regressed})`,
    1,
  ),
  plateauOf: integer(
    '--plateau-of <n>',
    `different hypotheses at the same score before all are warned of it (default: ${ROUNDS.plateau})`,
    2,
  ),
  analystSeconds: integer(
    '--analyst-seconds <n>',
    `seconds between two looks of the analyst; 0 for no analyst (default: ${ROUNDS.analystSeconds})`,
    0,
  ),
  analystFailures: integer(
    '--analyst-failures <n>',
    `the analyst is off after so many failures in a row (default: ${ROUNDS.analystFailures})`,
    1,
  ),
  gpuMb: integer(
    '--gpu-mb <n>',
    `a stranger’s process that holds so many megabytes of a graphics card is told of (default: ${ROUNDS.gpuMb})`,
    1,
  ),
} as const;

export type RoundingInput = Given<typeof ROUNDING_OPTIONS>;

/**
 * The settings of rounds, given ones over those before; undefined where nobody has said any. One that is there without a value
 * has its default again.
 */
export function roundingOf(input: RoundingInput, before?: Rounds): Rounds | undefined {
  const given = Object.entries(input).filter(([key]) => key in ROUNDING_OPTIONS);
  if (given.length === 0) return before;
  const named = given.map(([key, value]) => [key === 'plateauOf' ? 'plateau' : key, value] as const);
  const all = { ...(before ?? ROUNDS), ...Object.fromEntries(named) };
  const said = Object.entries(all).filter(([, value]) => value !== undefined);
  return { ...ROUNDS, ...Object.fromEntries(said) };
}

/** The names in evolve.yaml, under `rounds:`, and the options that they are. */
export const ROUNDING_PARTS = {
  subagents: 'subagents',
  depth: 'depth',
  stall: 'stall',
  rounds: 'rounds',
  ceiling: 'ceiling',
  'ideate-after': 'ideateAfter',
  'ideate-every': 'ideateEvery',
  verifications: 'verifications',
  'scan-batch': 'scanBatch',
  'scan-kb': 'scanKb',
  overlap: 'overlap',
  regressed: 'regressed',
  plateau: 'plateauOf',
  'analyst-seconds': 'analystSeconds',
  'analyst-failures': 'analystFailures',
  'gpu-mb': 'gpuMb',
} as const satisfies Readonly<Record<string, keyof typeof ROUNDING_OPTIONS>>;

/** What each of them is, by the name in evolve.yaml. */
export function roundingValue(rounds: Rounds, part: string): number | undefined {
  const option = Object.entries(ROUNDING_PARTS).find(([name]) => name === part)?.[1];
  return option === undefined ? undefined : rounds[option === 'plateauOf' ? 'plateau' : option];
}

/** What a run gets in place of a setting that was removed. */
export const roundingDefault = (option: string): RoundingInput =>
  option in ROUNDING_OPTIONS ? { [option]: undefined } : {};
