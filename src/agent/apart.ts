import type { Role } from '../domain/agent.ts';
import type { Ledger } from '../domain/ledger.ts';

/**
 * The ledger with an account of its own for a role, so that what an agent costs as a judge is not what it costs as an author.
 * Contract: whoever calls by it need not know; recordings made by it are recalled by it alone.
 */
export function apart(ledger: Ledger, role: Role): Ledger {
  const mark = ` (${role})`;
  const booked = <C extends { readonly agent: string }>(call: C): C => ({ ...call, agent: `${call.agent}${mark}` });
  return {
    ...ledger,
    recall(key) {
      const call = ledger.recall(key);
      return call?.agent.endsWith(mark) ? { ...call, agent: call.agent.slice(0, -mark.length) } : undefined;
    },
    typical: (agent) => ledger.typical(`${agent}${mark}`),
    reserve: (call, signal) => ledger.reserve(booked(call), signal),
    settle: (call, recording) => ledger.settle(booked(call), recording),
  };
}
