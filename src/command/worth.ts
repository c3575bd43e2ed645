import { rankKey, scoreOfKey } from '../domain/compare.ts';
import { isOfExperiments, seedId } from '../domain/config.ts';
import { type Winner, type Worth, worthOf } from '../domain/control.ts';
import { type Forecast, forecast, LOOKED_AT } from '../domain/forecast.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import { formatNumber, formatScore, plural } from '../lib/format.ts';

/** Whether a run was worth it, and what more of it would bring; in scores. */
export interface Prospects {
  /** What plain samples from the seed say; absent where there are none. */
  readonly control?: Control;
  /** Absent before there is anything to go by. */
  readonly forecast?: Omit<Forecast, 'share'>;
}

export interface Control extends Worth {
  /** So many plain samples are spoken of: as many as the run has candidates that were measured or known before. */
  readonly draws: number;
}

/** More plain samples say no more, and would have to be read. */
const MOST = 2000;
/** Looked ahead so far unless a rule says otherwise. */
const AHEAD = 20;

/** Contract: costs no more for a long run than for one of some ten thousand evaluations. */
export function prospectsOf(view: View, run: RunFacts): Prospects {
  // Who does them chooses freely: what came before says nothing of what comes.
  if (isOfExperiments(run.config)) return {};
  const control = controlOf(view, run);
  const { adjustable, fixed } = run.config;
  const ahead = adjustable.stopWhen?.[0]?.evaluations ?? AHEAD;
  const told = forecast(view.improvements(LOOKED_AT), view.counts().charged, ahead, fixed.direction);
  if (told === undefined) return control === undefined ? {} : { control };
  const { share: _, ...expected } = told;
  return { ...(control === undefined ? {} : { control }), forecast: expected };
}

function controlOf(view: View, run: RunFacts): Control | undefined {
  const { direction } = run.config.fixed;
  const plain = view.arm('control', MOST).flatMap(({ evaluation }) => {
    if (evaluation === undefined || evaluation.outcome === 'broken') return [];
    return [rankKey(evaluation, direction)];
  });
  if (plain.length === 0) return undefined;
  const { scored, invalid } = view.counts();
  const draws = scored + invalid;
  const worth = worthOf(plain, winnerOf(view.best(), run), draws);
  const score = (key: number | null) => (key === null ? null : scoreOfKey(key, direction));
  const ends = [score(worth.low), score(worth.high)] as const;
  const [low, high] = direction === 'max' ? ends : [ends[1], ends[0]];
  return { ...worth, draws, reached: score(worth.reached), low, high };
}

function winnerOf(best: Entry | undefined, { config }: RunFacts): Winner | undefined {
  const seed = seedId(config.identity.strategy);
  const key = best?.evaluation === undefined ? null : rankKey(best.evaluation, config.fixed.direction);
  if (best === undefined || key === null || best.proposal.id === seed) return undefined;
  const [parent, ...others] = best.proposal.parents;
  return { key, direct: parent === seed && others.length === 0 };
}

const VERDICTS: Readonly<Record<Worth['verdict'], string>> = {
  worth: 'Evolution was worth it',
  'no-sign': 'No sign that evolution was worth it',
  'too-few': 'Too few plain samples to say',
};

/** Whether it was worth it, verdict first, and why. */
export function controlLines({
  control,
  best,
}: Prospects & { readonly best: { readonly score: number | null } }): readonly string[] {
  if (control === undefined) return [];
  const { samples, draws, reached, low, high, match, verdict } = control;
  const seen = `${plural(samples, 'plain sample')} from the seed`;
  if (verdict === 'no-sign' && match === null) return [`${VERDICTS[verdict]}: nothing is better than the seed.`];
  if (match === null) {
    const best = reached === null ? '' : `, the best of them ${formatScore(reached)}`;
    return [`${VERDICTS[verdict]}: ${seen}${best}.`];
  }
  const text = (score: number | null) => formatScore(score === null ? null : rounded(score, (high ?? 0) - (low ?? 0)));
  const limits = low === high ? '' : ` (${text(low)} to ${text(high)})`;
  return [
    `${VERDICTS[verdict]}: ${plural(draws, 'plain sample')} would match ${formatScore(best.score)} with a chance of ${chanceText(match)}.`,
    `By ${seen}: ${draws} would reach ${text(reached)}${limits}.`,
  ];
}

/** Both under a heading that fits; no lines where nothing is known. */
export function worthText(told: Parameters<typeof controlLines>[0]): {
  readonly heading: string;
  readonly lines: readonly string[];
} {
  const worth = controlLines(told);
  const heading = worth.length === 0 ? 'What more would bring' : 'Was it worth it?';
  return { heading, lines: [...worth, ...forecastLines(told)] };
}

/** An estimate has no more digits than two of what it may be off by. */
function rounded(value: number, range: number): number {
  if (!(Math.abs(range) > 0)) return value;
  const unit = Math.floor(Math.log10(Math.abs(range))) - 1;
  return Number(unit >= 0 ? Math.round(value / 10 ** unit) * 10 ** unit : value.toFixed(Math.min(100, -unit)));
}

/** What is to be expected of going on. */
export function forecastLines({ forecast: told }: Prospects): readonly string[] {
  if (told === undefined) return [];
  const { evaluations, gain, low, high, relative } = told;
  const text = (value: number) => (relative ? percentText(100 * value) : formatNumber(Number(value.toPrecision(2))));
  const unit = relative ? ' %' : '';
  return [
    `${plural(evaluations, 'more evaluation')} would gain about ${text(gain)}${unit} (${text(low)} to ${text(high)}${unit}, at 80 %).`,
  ];
}

const percentText = (percent: number): string => formatNumber(Number(percent.toPrecision(2)));

function chanceText(chance: number): string {
  const percent = 100 * chance;
  if (percent < 0.1) return 'less than 0.1 %';
  return percent > 99.9 ? 'more than 99.9 %' : `${percentText(percent)} %`;
}
