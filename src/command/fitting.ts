import { numberOf, SCORE } from '../archive/archive.ts';
import { type Axis, commandDirection, type Fixed, type RunConfig, readsTraits, TRAITS } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Lanes, Version } from '../domain/lane.ts';
import { isTraitsAnswer } from '../domain/question.ts';
import { UserError } from '../lib/user-error.ts';

type Scored = Extract<Evaluation, { outcome: 'scored' }>;
type Traits = Readonly<Record<string, number>>;

/** What the seed's code is like, where the search goes by that. */
export async function seedTraits(
  lanes: Lanes,
  candidate: Version,
  { fixed }: RunConfig,
  signal: AbortSignal,
): Promise<Traits | undefined> {
  if (!readsTraits(fixed)) return undefined;
  const question = { key: 'traits', of: 'traits' as const, candidate: candidate.id };
  const answered = await lanes.answer({ question, candidates: [candidate] }, signal);
  if (answered.kind === 'broken') throw new Error(answered.reason);
  if (!isTraitsAnswer(answered.answer)) throw new Error('nothing is known of the seed’s code');
  return answered.answer.traits;
}

/** The settings with what the seed gives them. Throws `UserError` where the benchmark does not report what the search goes by. */
export function fitted(config: RunConfig, evaluation: Scored, traits: Traits | undefined): RunConfig {
  const { fixed, identity } = config;
  const seed = { evaluation, ...(traits === undefined ? {} : { traits }) };
  const has = (metric: string) => numberOf(seed, metric) !== undefined;
  const { objectives = [], grid } = fixed;
  if (identity.strategy === 'pareto') {
    const way = objectives.find(({ metric }) => metric === SCORE)?.direction ?? fixed.direction;
    if (way !== fixed.direction)
      throw new UserError(
        `--objective has score:${way}, and the score goes by --direction: add --direction ${way} or leave it out.`,
      );
    for (const { metric } of objectives)
      if (!has(metric)) throw new UserError(unreported('--objective', metric, evaluation));
    if (objectives.length === 0 && Object.keys(evaluation.tasks ?? {}).length === 0)
      throw new UserError(
        'The benchmark reports no tasks, which --strategy pareto goes by. Name what counts beside the score, for example --objective size:min, or report "tasks": see docs/archives.md.',
      );
  }
  if (grid === undefined) return config;
  const axes = grid.map((axis): Axis => {
    const origin = numberOf(seed, axis.metric);
    if (origin === undefined) throw new UserError(unreported('--grid', axis.metric, evaluation));
    if (axis.least !== undefined) return axis;
    if (origin > 0) return { ...axis, origin };
    throw new UserError(
      `${axis.metric} is ${origin} for the unchanged code, so that --grid needs bounds for it: ${axis.metric}:LEAST..MOST.`,
    );
  });
  return { ...config, fixed: { ...fixed, grid: axes } };
}

function unreported(flag: string, metric: string, { metrics }: Scored): string {
  const known = [...Object.keys(metrics).slice(0, 12), SCORE, ...TRAITS];
  return `${flag} names ${metric}, which the benchmark does not report as one of its "metrics". There are: ${[...new Set(known)].join(', ')}.`;
}

/** The settings as they were asked for, before the seed was measured. */
export function asAsked(fixed: Fixed): Fixed {
  const asked = { ...fixed, direction: commandDirection(fixed) };
  if (fixed.grid === undefined) return asked;
  return { ...asked, grid: fixed.grid.map(({ origin: _known, ...axis }) => axis) };
}
