import { tokensOf, type Usage } from '../domain/agent.ts';
import type { Budget } from '../domain/config.ts';
import type { Counts, RunFacts } from '../domain/view.ts';
import { formatCount, formatUsd, plural } from '../lib/format.ts';
import { plain } from '../lib/width.ts';
import { limitsOf } from '../strategy/strategy.ts';
import { isBred } from './breeding.ts';

/** An author as it is quoted. */
export interface Quoted {
  readonly name: string;
  /** Of all calls, 0 to 1. */
  readonly share: number;
  readonly works: 'files' | 'text';
  /** What one call takes: at most of one that answers in words, likely of one that works on files. */
  readonly usage: Usage;
  /** What one call costs; absent where the price is not known. */
  readonly usd?: number;
  /** Which model it is, is its own business: nobody can tell the price before the first call. */
  readonly unnamed?: true;
}

/** What may still come of a run. */
export interface Coming {
  /** Changes that may still be proposed; absent where nothing limits their number. */
  readonly changes?: number;
  /** Whether what is invalid is mended: beside the changes, as one of them, or not at all. */
  readonly repairs: 'beside' | 'among' | 'none';
  /** Who makes a change is drawn by weight, or chosen as it goes. */
  readonly choice: 'weight' | 'gain';
  /** What ends a run whose changes are not counted. */
  readonly until?: string;
}

/** What may come after what has been: generations by their size, any other run by its evaluations, of which repairs are some. */
export function comingOf(
  { config, batch }: Pick<RunFacts, 'config' | 'batch'>,
  { open, charged }: Pick<Counts, 'open' | 'charged'>,
): Coming {
  const { k, generations, repair, budget } = config.adjustable;
  if (isBred(config)) {
    const bred = k - Math.ceil(k / 2);
    const coming = Math.max(0, generations - batch);
    const changes = open + (batch === 0 ? k + Math.max(0, coming - 1) * bred : coming * bred);
    return { changes, repairs: repair === false ? 'none' : 'beside', choice: 'weight' };
  }
  const common = { repairs: repair === false ? 'none' : 'among', choice: 'gain' } as const;
  const { evaluations, plateau } = limitsOf({ config });
  if (evaluations !== undefined) return { ...common, changes: Math.max(0, evaluations - charged) };
  if (budget.minutes !== undefined) return { ...common, until: `as many as ${plural(budget.minutes, 'minute')} allow` };
  if (plateau !== undefined) return { ...common, until: `until ${plateau} in a row bring no new best` };
  return common;
}

/** An answer that can't be used goes back once. */
const ANSWERS = 2;
/** What is invalid is mended once. */
const REPAIRED = 2;

/** How many calls a change may take. */
export const callsFor = ({ repairs }: Pick<Coming, 'repairs'>, works: 'files' | 'text'): number =>
  (repairs === 'beside' ? REPAIRED : 1) * (works === 'text' ? ANSWERS : 1);

/** What a run may cost, before the first call. */
export function quoteLines(coming: Coming, budget: Budget, authors: readonly Quoted[]): readonly string[] {
  const { changes } = coming;
  if (changes === 0 || authors.length === 0) return [];
  const each = authors.map((author) => ({ ...author, calls: callsFor(coming, author.works) }));
  // Where the choice follows what each brings, nearly all may go to the dearest.
  const over = (values: readonly number[]): number =>
    coming.choice === 'gain'
      ? Math.max(...values)
      : sum(values.map((value, index) => value * (each[index]?.share ?? 0)));
  const calls = over(each.map((one) => one.calls));
  const tokens = over(each.map((one) => one.calls * tokensOf(one.usage)));
  const usd = each.every((one) => one.usd !== undefined)
    ? over(each.map((one) => one.calls * (one.usd ?? 0)))
    : undefined;
  const unknown = each.filter((one) => one.usd === undefined).map(unknownPrice);
  const money = (times: number): string => (usd === undefined ? '' : ` and ${formatUsd(times * usd)}`);
  if (changes === undefined) {
    const most = calls > 1 ? ` (${calls} calls)` : '';
    return [
      `quote: up to about ${formatCount(tokens)} tokens${money(1)} for each change${most}, ${coming.until ?? 'and no limit on their number'}`,
      ...unknown,
      ...limitLines(budget, usd === undefined ? undefined : Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
    ];
  }
  const all = Math.ceil(changes * calls);
  return [
    `quote: up to about ${plural(all, 'call')} (${plural(changes, 'change')}${withText(coming, all > changes)}), about ${formatCount(changes * tokens)} tokens${money(changes)} in all; most runs end earlier`,
    ...unknown,
    ...limitLines(budget, usd === undefined ? undefined : changes * usd, changes * tokens),
  ];
}

/** What the judges may cost beside the authors: each scores every candidate, and what looks best more than once. */
export function judgeLines(
  coming: Coming,
  budget: Budget,
  judges: readonly Quoted[],
  authors: readonly Quoted[],
): readonly string[] {
  if (judges.length === 0 || coming.changes === 0) return [];
  const times = coming.changes ?? 1;
  const tokens = times * sum(judges.map(({ usage }) => tokensOf(usage)));
  const usd = judges.every((one) => one.usd !== undefined) ? times * sum(judges.map((one) => one.usd ?? 0)) : undefined;
  const of = coming.changes === undefined ? 'each candidate' : plural(coming.changes, 'candidate');
  const others = judges.filter(({ name }) => !authors.some((author) => author.name === name));
  return [
    `judging: up to about ${formatCount(tokens)} tokens${usd === undefined ? '' : ` and ${formatUsd(usd)}`} for ${of}, and as much again for each that looks best`,
    ...others.filter((one) => one.usd === undefined).map(unknownPrice),
    ...(authors.length > 0 ? [] : limitLines(budget, usd, tokens)),
  ];
}

function withText({ repairs }: Coming, isMore: boolean): string {
  if (repairs === 'among') return isMore ? ', repairs among them, with second answers' : ', repairs among them';
  return isMore ? ' with repairs and second answers' : '';
}

function unknownPrice({ name, unnamed }: Quoted): string {
  return unnamed === true
    ? `${plain(name)} chooses its model itself: what it costs is known once a call has said so`
    : `the price of ${plain(name)} is not known: its cost can't be shown; give it with --price ${plain(name.replace(/^[\w-]+:(?:[^/]*\/)?/, ''))}=IN/OUT`;
}

function limitLines({ usd: mostUsd, tokens: mostTokens }: Budget, usd: number | undefined, tokens: number): string[] {
  if (mostUsd !== undefined && (usd === undefined || usd > mostUsd)) return [`it ends at ${formatUsd(mostUsd)}`];
  if (mostTokens !== undefined && tokens > mostTokens) return [`it ends at ${formatCount(mostTokens)} tokens`];
  if (mostUsd === undefined && mostTokens === undefined)
    return ['there is no limit on money: set one with --budget-usd'];
  return [];
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
