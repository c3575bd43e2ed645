import { tokensOf, type Usage } from '../domain/agent.ts';
import type { Adjustable, Budget } from '../domain/config.ts';
import { formatCount, formatUsd, plural } from '../lib/format.ts';
import { plain } from '../lib/width.ts';

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

export interface Planned {
  /** Changes that may still be proposed. */
  readonly changes: number;
  /** With repairs and second answers. */
  readonly calls: number;
}

/** An answer that can't be used goes back once. */
const ANSWERS = 2;
/** What is invalid is mended once. */
const REPAIRED = 2;

/** How many calls may still come after so many generations, the last of them with so many that are not done, at most. */
export function planned(
  { k, generations, repair }: Pick<Adjustable, 'k' | 'generations' | 'repair'>,
  batch: number,
  works: 'files' | 'text',
  open = 0,
): Planned {
  const bred = k - Math.ceil(k / 2);
  const coming = Math.max(0, generations - batch);
  const changes = open + (batch === 0 ? k + Math.max(0, coming - 1) * bred : coming * bred);
  const each = (repair === false ? 1 : REPAIRED) * (works === 'text' ? ANSWERS : 1);
  return { changes, calls: changes * each };
}

/** What a run may cost, before the first call. */
export function quoteLines(
  settings: Pick<Adjustable, 'k' | 'generations' | 'repair'> & { readonly budget: Budget },
  batch: number,
  authors: readonly Quoted[],
  open = 0,
): readonly string[] {
  const plans = authors.map((author) => ({ ...author, ...planned(settings, batch, author.works, open) }));
  const [changes = 0] = plans.map((plan) => plan.changes);
  if (changes === 0) return [];
  const calls = Math.ceil(sum(plans.map((plan) => plan.share * plan.calls)));
  const tokens = sum(plans.map((plan) => plan.share * plan.calls * tokensOf(plan.usage)));
  const usd = plans.every((plan) => plan.usd !== undefined)
    ? sum(plans.map((plan) => plan.share * plan.calls * (plan.usd ?? 0)))
    : undefined;
  const cost = usd === undefined ? '' : ` and ${formatUsd(usd)}`;
  const many = `${plural(changes, 'change')}${calls > changes ? ' with repairs and second answers' : ''}`;
  return [
    `quote: up to about ${plural(calls, 'call')} (${many}), about ${formatCount(tokens)} tokens${cost} in all; most runs end earlier`,
    ...plans.filter((plan) => plan.usd === undefined).map(unknownPrice),
    ...limitLines(settings.budget, usd, tokens),
  ];
}

function unknownPrice({ name, unnamed }: Quoted): string {
  return unnamed === true
    ? `${plain(name)} chooses its model itself: what it costs is known after the first call`
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
