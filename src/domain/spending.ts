import { NO_USAGE, sumUsage, tokensOf } from './agent.ts';
import type { AgentSpending, Amount, Call, Reservation, Spending } from './ledger.ts';

type Sum = Spending['pending'];

const NONE: Sum = { calls: 0, usd: 0, tokens: 0 };

const NOTHING: Spending = {
  calls: 0,
  usd: 0,
  usage: NO_USAGE,
  unpriced: 0,
  pending: NONE,
  lost: NONE,
  agents: {},
};

/** With one more call in flight. */
export function spendingWith(before: Spending = NOTHING, { estimate }: Reservation): Spending {
  return { ...before, pending: sum(before.pending, { calls: 1, ...whole(estimate) }) };
}

/** When a call has come back. Its own estimate is free again, unless its driver died and it counts as lost. */
export function spendingAfter(before: Spending = NOTHING, call: Call): Spending {
  const { usage, usd, estimate, agent } = call;
  return {
    calls: before.calls + 1,
    usd: before.usd + (usd ?? 0),
    usage: usage === undefined ? before.usage : sumUsage(before.usage, usage),
    unpriced: before.unpriced + (usd === undefined ? 1 : 0),
    pending: less(before.pending, { calls: 1, ...whole(estimate) }),
    lost: before.lost,
    agents: { ...before.agents, [agent]: agentAfter(before.agents[agent], call) },
  };
}

/** A driver that died has lost sight of its calls: they may have been paid. */
export function lostWithDriver(before: Spending): Spending {
  return { ...before, pending: NONE, lost: sum(before.lost, before.pending) };
}

/** All that counts against a budget. */
export function counted({ usd, usage, pending, lost }: Spending): Required<Amount> {
  return { usd: usd + pending.usd + lost.usd, tokens: tokensOf(usage) + pending.tokens + lost.tokens };
}

function agentAfter(before: AgentSpending | undefined, { usage, usd }: Call): AgentSpending {
  const tokens = usage === undefined ? 0 : tokensOf(usage);
  const dearest = Math.max(before?.most.usd ?? 0, usd ?? 0);
  return {
    calls: (before?.calls ?? 0) + 1,
    usd: (before?.usd ?? 0) + (usd ?? 0),
    tokens: (before?.tokens ?? 0) + tokens,
    most: { ...(dearest === 0 ? {} : { usd: dearest }), tokens: Math.max(before?.most.tokens ?? 0, tokens) },
  };
}

const whole = ({ usd = 0, tokens }: Amount): Required<Amount> => ({ usd, tokens });

const sum = (a: Sum, b: Sum): Sum => ({ calls: a.calls + b.calls, usd: a.usd + b.usd, tokens: a.tokens + b.tokens });

/** Never below nothing: rounding must not make room. */
const less = (a: Sum, b: Sum): Sum => ({
  calls: Math.max(0, a.calls - b.calls),
  usd: a.calls <= b.calls ? 0 : Math.max(0, a.usd - b.usd),
  tokens: Math.max(0, a.tokens - b.tokens),
});
