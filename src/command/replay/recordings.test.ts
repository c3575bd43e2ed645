import { expect, it } from 'vitest';
import type { Event } from '../../domain/event.ts';
import type { Proposal } from '../../domain/proposal.ts';
import { missingIn } from './recordings.ts';

function made(by: string, operator: Proposal['operator']) {
  const proposal: Proposal = {
    ...{ id: 'gen2-1', batch: 2, ord: 1, home: 'population', operator, by, parents: ['gen1-1', 'gen1-2'] },
    inspirations: [],
    brief: { objective: '', boundaries: [], pointers: [] },
  };
  const candidate = { id: 'gen2-1', proposal: 'gen2-1', parents: [], commit: 'c', tree: 't', summary: '' };
  const events: readonly Event[] = [
    { type: 'proposed', proposal },
    { type: 'applied', candidate },
  ];
  return events.map((event, seq) => ({ seq, at: 0, event }));
}

it.each([
  ['claude', 'cross'],
  ['tune', 'mutate'],
] as const)('needs no call where %s has none to make (%s)', (by, operator) => {
  expect(missingIn(made(by, operator), () => undefined)).toBeUndefined();
});

it.each([
  ['claude', 'mutate'],
  ['agent', 'cross'],
  ['agent', 'mutate'],
] as const)('says what %s did unrecorded (%s)', (by, operator) => {
  expect(missingIn(made(by, operator), () => undefined)).toContain(`what ${by} did for gen2-1 was not recorded`);
});
