import type { Ledger } from '../domain/ledger.ts';

/** For work that calls no agent. */
export const NO_LEDGER: Ledger = {
  recall: () => undefined,
  typical: () => undefined,
  left: () => ({}),
  reserve: () => Promise.reject(new Error('no agent may be called here')),
  settle: () => {},
  outage: () => {},
};
