import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open } from '../../test/fake/run.ts';
import type { Adjustable, Preset } from '../domain/config.ts';
import { memoryJournal } from '../journal/journal.ts';
import { isControl } from './control.ts';
import { limitsOf, UNLESS_TOLD } from './steady-end.ts';

const SEED = [1, 2, 3, 4];

/** A run to its end; what is near to 10 in every number scores best. */
async function ended(adjustable: Partial<Adjustable>, score = near, strategy: Preset = 'patient') {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, adjustable, strategy), SEED, score(SEED));
  const halt = await driveFake(journal, fakeLanes({ seed: SEED, score }));
  return { halt, view: journal.view(), end: journal.view().run()?.end };
}

const near = (numbers: readonly number[]): number =>
  100 / (1 + numbers.reduce((sum, number) => sum + (number - 10) ** 2, 0));

const limits = (adjustable: Partial<Adjustable>) => limitsOf({ config: configOf({}, adjustable, 'patient') });

describe('a steady search', () => {
  it('has its usual limits unless a limit is told, and a target is none', () => {
    expect(limits({})).toEqual(UNLESS_TOLD);
    expect(limits({ stopAt: 5 })).toEqual(UNLESS_TOLD);
    expect(limits({ budget: { minutes: 1 } })).toEqual({});
    expect(limits({ plateau: 7 })).toEqual({ plateau: 7 });
    expect(limits({ budget: { evaluations: 9 }, stopAt: 5 })).toEqual({ evaluations: 9 });
    expect(limits({ stopWhen: [{ gain: 0.01, evaluations: 20 }] })).toEqual({});
  });

  it('has its usual limits where what was told would never end it', () => {
    expect(limits({ stopWhen: [{ gain: 0, evaluations: 20 }] })).toEqual(UNLESS_TOLD);
    expect(limits({ budget: { usd: 5 } })).toEqual(UNLESS_TOLD);
    expect(limits({ budget: { tokens: 5000 } })).toEqual(UNLESS_TOLD);
    expect(limits({ operator: 'agent', budget: { usd: 5 } })).toEqual({});
    expect(limits({ operator: 'agent', budget: { tokens: 5000 } })).toEqual({});
  });

  it('ends when the next evaluations are expected to bring too little, and says so', async () => {
    const { end, view } = await ended({ stopWhen: [{ gain: 0.05, evaluations: 20 }], budget: { evaluations: 400 } });
    expect(end).toMatchObject({ kind: 'finished', cause: 'forecast' });
    expect(end?.reason).toMatch(/^expected gain of the next 20 evaluations is [\d.]+ %, less than 5 %$/);
    expect(view.counts().charged).toBeGreaterThanOrEqual(20);
    expect(view.counts().charged).toBeLessThan(400);
  });

  it('ends by the first rule that holds', async () => {
    const stopWhen = [
      { gain: 0, evaluations: 20 },
      { gain: 0.9, evaluations: 1 },
    ];
    expect((await ended({ stopWhen, stopAt: 3 })).end).toMatchObject({ cause: 'target' });
    expect((await ended({ stopWhen, budget: { evaluations: 10 } })).end).toMatchObject({ cause: 'evaluations' });
    const { end, view } = await ended({ stopWhen, stopAt: 1e9 });
    expect(end).toMatchObject({ cause: 'forecast', reason: expect.stringContaining('the next 1 evaluation is') });
    expect(view.counts().charged).toBe(20);
  });

  it('gives up on what never gains anything', async () => {
    const { end } = await ended({ stopWhen: [{ gain: 0.001, evaluations: 20 }] }, () => 1);
    expect(end).toMatchObject({ cause: 'forecast', reason: 'nothing gained in 40 evaluations' });
  });
});

describe('the control arm', () => {
  const count = (adjustable: Partial<Adjustable>, strategy: Preset = 'patient') =>
    Array.from({ length: 200 }, (_, nth) => isControl({ config: configOf({}, adjustable, strategy) }, nth + 1)).filter(
      Boolean,
    ).length;

  it('has its share, and is off where it is 0 and where all proposals are plain', () => {
    expect(count({})).toBe(20);
    expect(count({ control: 0.25 })).toBe(50);
    expect(count({ control: 0 })).toBe(0);
    expect(count({}, 'best-of-n')).toBe(0);
  });

  it('ends when nobody makes anything new any more, which costs no evaluations', async () => {
    const journal = memoryJournal('r1', () => 0);
    open(journal, configOf({}, { budget: { evaluations: 1000 } }, 'patient'), SEED, near(SEED));
    const lanes = fakeLanes({ seed: SEED, score: near });
    let made = 0;
    const dull: typeof lanes.apply = async (job, signal) =>
      made++ < 5 ? lanes.apply(job, signal) : { kind: 'unchanged', reason: 'no idea' };
    await driveFake(journal, { ...lanes, apply: dull }, { width: 2 });
    const { end } = journal.view().run() ?? {};
    expect(end).toMatchObject({ cause: 'plateau', reason: '40 proposals in a row brought nothing new' });
    expect(journal.view().counts().charged).toBe(5);
    expect(journal.view().counts().proposed).toBeLessThan(60);
  });
});
