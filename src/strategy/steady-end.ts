import { forecast, LEAST_SPENT, LOOKED_AT } from '../domain/forecast.ts';
import type { Ask } from '../domain/strategy.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import { budgetRule, plural } from './stop-rule.ts';

type Finish = Extract<Ask, { kind: 'finish' }>;

/** Without any budget a run ends after so many evaluations, or so many without a new best. */
export const UNLESS_TOLD = { evaluations: 100, plateau: 40 };

interface Limits {
  readonly evaluations?: number;
  readonly plateau?: number;
}

/** When a run that breeds no generations ends by itself. */
export function limitsOf({ config }: Pick<RunFacts, 'config'>): Limits {
  const { budget, plateau, stopWhen = [], operator } = config.adjustable;
  const { evaluations, minutes, usd, tokens } = budget;
  // Only agents spend money or tokens.
  const caps = operator === 'agent' || config.fixed.judging !== undefined ? [usd, tokens] : [];
  // A target is no limit: it may never be reached.
  const told =
    [evaluations, minutes, plateau, ...caps].some((most) => most !== undefined) ||
    stopWhen.some(({ gain }) => gain > 0);
  const own = {
    ...(evaluations === undefined ? {} : { evaluations }),
    ...(plateau === undefined ? {} : { plateau }),
  };
  return told ? own : UNLESS_TOLD;
}

/** The first rule that holds ends the run; asked before anything more is spent. */
export function steadyEnd(view: View, run: RunFacts, now: number): Finish | undefined {
  const { evaluations, plateau } = limitsOf(run);
  const spent = budgetRule(view, run, now, evaluations);
  if (spent !== undefined) return spent;
  const { charged, idle } = view.counts();
  const since = charged - idle - (run.bestAt ?? 0);
  if (plateau !== undefined && since >= plateau)
    return { kind: 'finish', cause: 'plateau', reason: `no better candidate for ${plural(plateau, 'evaluation')}` };
  return barrenRule(view) ?? forecastRule(view, run);
}

/** So many proposals in a row that left nothing to measure end a run: they cost no evaluations, so no budget would. */
const BARREN = 40;

function barrenRule(view: View): Finish | undefined {
  const { proposed, charged } = view.counts();
  if (proposed - charged < BARREN || !isBarren(view.placed(1)[0])) return undefined;
  const own = view.placed(2 * BARREN).filter(({ proposal }) => proposal.arm !== 'idle');
  if (own.length < BARREN || !own.slice(0, BARREN).every(isBarren)) return undefined;
  return { kind: 'finish', cause: 'plateau', reason: `${BARREN} proposals in a row brought nothing new` };
}

const isBarren = (entry: Entry | undefined): boolean =>
  entry !== undefined && (entry.dropped !== undefined || entry.sameAs !== undefined);

/** When too little is to be expected; what has never improved anything is given as long as a run that was told nothing. */
function forecastRule(view: View, { config }: RunFacts): Finish | undefined {
  const { stopWhen = [] } = config.adjustable;
  const { charged } = view.counts();
  if (stopWhen.length === 0 || charged < LEAST_SPENT) return undefined;
  const curve = view.improvements(LOOKED_AT);
  for (const { gain, evaluations } of stopWhen) {
    const expected = forecast(curve, charged, evaluations, config.fixed.direction);
    const wanted = `, less than ${percent(gain)}`;
    if (expected === undefined && charged >= UNLESS_TOLD.plateau && gain > 0)
      return {
        kind: 'finish',
        cause: 'forecast',
        reason: `nothing gained in ${plural(charged, 'evaluation')}`,
      };
    if (expected === undefined || expected.share >= gain) continue;
    const reason = `expected gain of the next ${plural(evaluations, 'evaluation')} is ${percent(expected.share)}${wanted}`;
    return { kind: 'finish', cause: 'forecast', reason };
  }
  return undefined;
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
