import type { Usage } from '../domain/agent.ts';
import { tokensOf } from '../domain/agent.ts';
import type { Budget } from '../domain/config.ts';
import type { Call, Reservation, Spending } from '../domain/ledger.ts';
import type { View } from '../domain/view.ts';
import { formatCount, formatDuration, formatUsd, plural } from '../lib/format.ts';
import { plain } from '../lib/width.ts';

/** What agents have cost. */
export interface Cost {
  readonly calls: number;
  readonly usd: number;
  /** Calls whose price is not known: they are not in `usd`. */
  readonly unpriced: number;
  readonly tokens: number;
  readonly usage: Usage;
  /** Set aside for calls in flight. */
  readonly pending: Spending['pending'];
  /** Set aside for calls that never came back: they count as spent. */
  readonly lost: Spending['lost'];
}

export function costOf(spending: Spending): Cost {
  const { calls, usd, unpriced, usage, pending, lost } = spending;
  return { calls, usd, unpriced, tokens: tokensOf(usage), usage, pending, lost };
}

/** `$0.42 of $1.00, 12 calls, 34k tokens`, and what is not in it. */
export function costText(cost: Cost, budget: Budget): string {
  const { calls, usd, unpriced, tokens, pending, lost } = cost;
  const allUnpriced = unpriced === calls && calls > 0;
  const of = (most: number | undefined, format: (value: number) => string) =>
    most === undefined ? '' : ` of ${format(most)}`;
  const parts = [
    ...(allUnpriced && budget.usd === undefined ? [] : [`${formatUsd(usd)}${of(budget.usd, formatUsd)}`]),
    plural(calls, 'call'),
    ...(tokens === 0 && budget.tokens === undefined
      ? []
      : [`${formatCount(tokens)}${of(budget.tokens, formatCount)} tokens`]),
    ...(unpriced === 0 ? [] : [allUnpriced ? 'price not known' : `the price of ${unpriced} not known`]),
    ...(pending.calls === 0 ? [] : [`${pending.calls} not ended (about ${amountText(pending)} set aside)`]),
    ...(lost.calls === 0
      ? []
      : [`and about ${amountText(lost)} for ${plural(lost.calls, 'call')} that never came back`]),
  ];
  return parts.join(', ');
}

const amountText = ({ usd, tokens }: { readonly usd: number; readonly tokens: number }): string =>
  usd > 0 ? formatUsd(usd) : `${formatCount(tokens)} tokens`;

/** Dollars for each per cent that the winner gained; undefined where nothing was gained or not every price is known. */
export function usdPerPercent(cost: Cost, percent: number | null): number | undefined {
  const { usd, calls, unpriced, lost } = cost;
  const unknown = unpriced > 0 || calls === 0 || (lost.calls > 0 && lost.usd === 0);
  return percent === null || percent <= 0 || unknown ? undefined : (usd + lost.usd) / percent;
}

/** More steps than any candidate has. */
const MOST_CALLS = 50;

/** The calls that were made for one candidate, by key. */
export const callsFor = (view: View, id: string): readonly Call[] =>
  view.callsAfter(`${id}/`, MOST_CALLS).filter(({ key }) => key.startsWith(`${id}/`));

/** How a call ended and what it cost, in a line. */
export function callText({ agent, outcome, reason, usage, usd, ms, model }: Call): string {
  const parts = [
    `${outcome}${reason === undefined ? '' : ` (${plain(reason)})`}`,
    formatDuration(ms),
    ...(usage === undefined ? [] : [usageText(usage)]),
    usd === undefined ? 'price not known' : formatUsd(usd),
  ];
  return `${plain(agent)}${model === undefined ? '' : ` (${plain(model)})`} ${parts.join(' · ')}`;
}

/** What is set aside for a call. */
export const asideText = ({ estimate: { usd, tokens } }: Reservation): string =>
  `${usd === undefined ? '' : `${formatUsd(usd)} and `}${formatCount(tokens)} tokens set aside`;

function usageText({ input, cached, output }: Usage): string {
  const from = cached === 0 ? '' : ` (${formatCount(cached)} cached)`;
  return `${formatCount(input)}${from} in, ${formatCount(output)} out`;
}
