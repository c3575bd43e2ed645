import { expect, test } from 'vitest';
import { COMMANDS, GROUPS } from './registry.ts';
import { EXPERIMENT_SECTIONS, SECTIONS } from './sections.ts';

test('every command is shown once', () => {
  const single = [...COMMANDS, ...GROUPS].map(({ name }) => name).filter((name) => !name.includes(' '));
  expect(SECTIONS.flatMap(({ names }) => names).toSorted()).toEqual(single.toSorted());
});

test('every verb of experiments is shown once', () => {
  const verbs = COMMANDS.map(({ name }) => name).filter((name) => name.startsWith('exp '));
  expect(EXPERIMENT_SECTIONS.flatMap(({ names }) => names).toSorted()).toEqual(verbs.toSorted());
});
