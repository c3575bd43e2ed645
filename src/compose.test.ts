import { expect, it } from 'vitest';
import { configOf } from '../test/fake/config.ts';
import { engine } from './compose.ts';
import { ledgerOf, memoryJournal } from './journal/journal.ts';

it.each([
  ['ladder', 'evolve goals run --agent'],
  ['generations', 'evolve optimize --agent'],
] as const)('a council of %s without agents names who appoints them', (strategy, call) => {
  const ledger = ledgerOf(
    memoryJournal('r1', () => 0),
    { folder: '/nowhere', secrets: [] },
  );
  const config = configOf();
  const own = { ...config, identity: { ...config.identity, strategy } };
  expect(() => engine.council(own, ledger).ask('briefer', 'k')).toThrow(call);
});
