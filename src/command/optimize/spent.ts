import { ROLES, type Role, tokensOf } from '../../domain/agent.ts';
import type { Call } from '../../domain/ledger.ts';
import type { Spell } from '../../domain/round.ts';
import type { View } from '../../domain/view.ts';
import { formatCount, formatUsd, plural } from '../../lib/format.ts';

/** What agents cost, by role. */
export type ByRole = Readonly<Partial<Record<Role, Spell>>>;

const PAGE = 500;
const NOTHING: Spell = { calls: 0, usd: 0, tokens: 0, unpriced: 0 };

/** Of one round so far: what was asked for it, and the calls of its lanes. */
export const spentIn = (view: View, round: number): ByRole =>
  [...callsOf(view, `round/${round}/`), ...callsOf(view, `r${round}-l`)].reduce(withCall, {});

/** Of the whole run, with what belongs to no round, such as the analyst. */
export const spentInAll = (view: View): ByRole => callsOf(view, '').reduce(withCall, {});

/** Keys that begin alike stand together. */
function callsOf(view: View, prefix: string): readonly Call[] {
  const found: Call[] = [];
  for (let key = prefix; ; ) {
    const page = view.callsAfter(key, PAGE);
    const mine = page.filter((call) => call.key.startsWith(prefix));
    found.push(...mine);
    const last = page.at(-1);
    if (last === undefined || mine.length < page.length) return found;
    key = last.key;
  }
}

function withCall(sum: ByRole, { role, usd, usage }: Call): ByRole {
  const tokens = usage === undefined ? 0 : tokensOf(usage);
  const call = { calls: 1, usd: usd ?? 0, tokens, unpriced: usd === undefined ? 1 : 0 };
  return { ...sum, [role]: added(sum[role] ?? NOTHING, call) };
}

const added = (a: Spell, b: Spell): Spell => ({
  calls: a.calls + b.calls,
  usd: a.usd + b.usd,
  tokens: a.tokens + b.tokens,
  unpriced: a.unpriced + b.unpriced,
});

/** All roles together. */
export const sumOf = (by: ByRole): Spell => Object.values(by).reduce(added, NOTHING);

/** `author $1.20 in 4 calls`, one for each role that was asked. */
export const byRoleTexts = (by: ByRole): readonly string[] =>
  ROLES.flatMap((role) => {
    const spell = by[role];
    return spell === undefined || spell.calls === 0 ? [] : [`${role} ${spellText(spell)}`];
  });

export function spellText({ calls, usd, tokens, unpriced }: Spell): string {
  const amount = unpriced === calls ? (tokens === 0 ? '' : `${formatCount(tokens)} tokens`) : formatUsd(usd);
  const some = unpriced > 0 && unpriced < calls ? ` (the price of ${unpriced} not known)` : '';
  return amount === '' ? plural(calls, 'call') : `${amount} in ${plural(calls, 'call')}${some}`;
}
