import { expect, test } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open, outcomeOf } from '../../test/fake/run.ts';
import type { Event } from '../domain/event.ts';
import { memoryJournal } from '../journal/memory.ts';
import { mixed, search } from './strategy.ts';

const SEED = Array.from({ length: 20 }, (_, i) => i + 1.5);
const score = (numbers: readonly number[]): number => 0 - numbers.reduce((sum, value) => sum + (value - 7) ** 2, 0);

async function run(evaluations: number, operator: 'tune' | 'built-in' = 'tune') {
  const journal = memoryJournal('r1', () => 0);
  const config = configOf({}, { operator, budget: { evaluations }, parallel: 1 }, 'patient');
  open(journal, config, SEED, score(SEED));
  const lanes = fakeLanes({ seed: SEED, score });
  await driveFake(journal, lanes, operator === 'tune' ? {} : { strategy: search(config, mixed()) });
  return journal;
}

test('a steady run keeps what it has learned every eighth result, and misses none', async () => {
  const journal = await run(100);
  const events = journal.read(0, 10_000).map(({ event }) => event);
  const memos = events.filter((event): event is Extract<Event, { type: 'memo' }> => event.type === 'memo');
  const told = memos.flatMap(({ key, value }) => (key === 'told' ? [value] : []));
  expect(told).toEqual(Array.from({ length: 12 }, (_, i) => 8 * (i + 1)));
  // Far draws say nothing of near ones, all others do.
  const placed = journal.view().placed(1000).toReversed().slice(1, 97);
  const near = placed.filter(({ proposal }) => proposal.operator !== 'fresh').length;
  expect(journal.view().memo('tune/seed')).toMatchObject({ told: near });
  expect(outcomeOf((await run(100)).view())).toEqual(outcomeOf(journal.view()));
});

test('plain proposals are made by both operators, as all others are', async () => {
  const makers = (await run(200, 'built-in'))
    .view()
    .arm('control', 100)
    .map(({ proposal }) => proposal.by);
  expect(makers.length).toBeGreaterThan(15);
  for (const maker of ['tune', 'syntax']) expect(makers.filter((one) => one === maker).length).toBeGreaterThan(4);
});
