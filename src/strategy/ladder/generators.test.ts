import { describe, expect, it } from 'vitest';
import { endOf, item, play, told, worldOf } from './world.fixture.ts';

describe('generators', () => {
  it('run one after the other until one has found something, and selection begins anew', async () => {
    const world = worldOf({}, { maxCycles: 1 });
    await play(world, {
      generate: (generator) => (generator === 'bug-hunt' ? ['a race'] : []),
      work: (_, pass) => (pass === 2 ? { harvested: [item('a race')] } : {}),
    });
    expect(told(world)).toEqual(['1 a race improved']);
    expect(world.questions.flatMap(({ key, of }) => (of === 'generate' || of === 'work' ? [key] : []))).toEqual([
      ...['cycle/1/work/1', 'cycle/1/generate/testing', 'cycle/1/generate/validation', 'cycle/1/generate/bug-hunt'],
      'cycle/1/work/2',
    ]);
    expect(world.closed[0]?.state).toMatchObject({ refreshes: 2, emptyStreak: 0 });
  });

  it('go on where what was found can not be done', async () => {
    const world = worldOf({}, { maxCycles: 1 });
    await play(world, {
      generate: (generator) => [`by ${generator}`],
      work: (_, pass) => (pass === 3 ? { harvested: [item('by validation')] } : {}),
    });
    expect(told(world)).toEqual(['1 by validation improved']);
  });

  it('that find the same again have found nothing', async () => {
    const world = worldOf({});
    await play(world, { generate: () => ['always the same'] });
    expect(endOf(world)).toMatchObject({ cause: 'dormancy' });
    expect(world.closed.map(({ state }) => [state.emptyStreak, state.idleStreak])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });
});

describe('a dry run', () => {
  it.each([
    { name: 'the pick', tasks: { a: 0 }, reason: 'would work on goal a (a: about a)' },
    {
      name: 'who would look for work',
      tasks: { a: 1 },
      reason: 'nothing waits; would look for work: testing, validation, bug-hunt, drift, performance, feature',
    },
  ])('tells $name and does nothing', async ({ tasks, reason }) => {
    const world = worldOf(tasks, { dryRun: true });
    await play(world);
    expect(endOf(world)).toEqual({ kind: 'finished', cause: 'dry-run', reason });
    expect(world.questions.map(({ of }) => of)).toEqual(['orient', 'halt', 'work']);
    expect(world.applied).toEqual(['c1']);
  });

  it('is halted like any other', async () => {
    const world = worldOf({ a: 0 }, { dryRun: true });
    await play(world, { halt: () => ({ cause: 'stop', file: 'F', text: '' }) });
    expect(endOf(world)).toMatchObject({ cause: 'kill-switch' });
    expect(world.teardowns).toEqual([]);
  });
});
