import { type Role, tokensOf } from '../../domain/agent.ts';
import type { Call } from '../../domain/ledger.ts';
import { openingKey, type Spell } from '../../domain/round.ts';
import type { View } from '../../domain/view.ts';

type Spending = Readonly<Partial<Record<Role, Spell>>>;

/** As many as are read at once. */
const PAGE = 200;

const NOTHING: Spell = { calls: 0, usd: 0, tokens: 0, unpriced: 0 };

/** What agents have cost in a round, by role: those who were asked for it and those who made its experiments. */
export function spentIn(view: View, round: number): Spending {
  const sums = new Map<Role, Spell>();
  for (const prefix of [`${openingKey(round)}/`, `r${round}-`])
    for (const call of callsOf(view, prefix)) sums.set(call.role, plus(sums.get(call.role) ?? NOTHING, call));
  return Object.fromEntries(sums);
}

function* callsOf(view: View, prefix: string): Generator<Call> {
  for (let after = prefix; ; ) {
    const page = view.callsAfter(after, PAGE);
    for (const call of page) {
      if (!call.key.startsWith(prefix)) return;
      yield call;
      after = call.key;
    }
    if (page.length < PAGE) return;
  }
}

const plus = ({ calls, usd, tokens, unpriced }: Spell, call: Call): Spell => ({
  calls: calls + 1,
  usd: usd + (call.usd ?? 0),
  tokens: tokens + (call.usage === undefined ? 0 : tokensOf(call.usage)),
  unpriced: unpriced + (call.usd === undefined ? 1 : 0),
});
