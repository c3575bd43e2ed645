import { heldOutRuns } from '../domain/challenge.ts';
import { differ, spreadOf } from '../domain/compare.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Lanes, Version } from '../domain/lane.ts';
import { isSideBySideAnswer, type Question } from '../domain/question.ts';
import { formatNumber } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import type { Context } from './contract.ts';

export type Scored = Extract<Evaluation, { outcome: 'scored' }>;

/** Runs of the seed that show whether its score is always the same, and how far it scatters if not. */
const RUNS = { first: 3, noisy: 6 };
/** Where one takes longer than this, fewer must do. */
const SLOW_MS = 60_000;
const SLOW_RUNS = { first: 2, noisy: 4 };

/** Measures the seed, which has just passed, a few more times, and held-out where there is such a command. */
export async function learnNoise(
  lanes: Lanes,
  seed: Version,
  evaluation: Scored,
  config: RunConfig,
  context: Context,
): Promise<Scored> {
  const slow = evaluation.stages.some(({ stage, ms }) => stage === 'benchmark' && ms > SLOW_MS);
  const runs = slow ? SLOW_RUNS : RUNS;
  let { samples } = evaluation;
  const take = async (until: number): Promise<void> => {
    const repeats = until - samples.length;
    if (repeats <= 0) return;
    const part = String(samples.length);
    const question: Question = { key: 'seed', of: 'side-by-side', candidates: [seed.id], repeats, part };
    samples = [...samples, ...(await measured(lanes, question, seed, config, context))];
  };
  await take(runs.first);
  if (differ(samples)) {
    await take(runs.noisy);
    context.tell(noiseText(samples));
  }
  const { holdout } = config.fixed;
  if (holdout === undefined) return { ...evaluation, samples };
  context.tell('measuring the baseline held-out …');
  const repeats = heldOutRuns(differ(samples));
  const question: Question = { key: 'holdout', of: 'holdout', candidate: seed.id, repeats };
  return { ...evaluation, samples, heldOut: await measured(lanes, question, seed, config, context) };
}

async function measured(
  lanes: Lanes,
  question: Question,
  seed: Version,
  { identity }: RunConfig,
  context: Context,
): Promise<readonly number[]> {
  const answered = await lanes.answer({ question, candidates: [seed] }, context.signal);
  const own = identity.fitness === '' ? 'The judge' : 'The fitness command';
  const command = question.of === 'holdout' ? 'The held-out command' : own;
  if (answered.kind === 'broken') throw new UserError(`The unchanged code can't be measured: ${answered.reason}`);
  if (!isSideBySideAnswer(answered.answer)) throw new Error('nothing was measured');
  const { samples, failed } = answered.answer;
  if (failed !== undefined) throw new UserError(`${command} does not pass on the unchanged code: ${failed}`);
  return samples[0] ?? [];
}

function noiseText(samples: readonly number[]): string {
  const share = samples.every((sample) => sample > 0) || samples.every((sample) => sample < 0);
  const spread = spreadOf(samples) * (share ? 100 : 1);
  const by = `${formatNumber(Number(spread.toPrecision(2)))}${share ? ' %' : ''}`;
  return `the score varies by about ${by} from run to run: what looks best is measured again, in turns with the best so far.`;
}
