import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../domain/evaluation.ts';
import { SeedCheck } from './seed-check.ts';

const job = { candidate: { id: 'gen1-1', commit: 'c', tree: 't' }, attempt: 1 };
const scored: Evaluation = {
  outcome: 'scored',
  epoch: 0,
  samples: [1],
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages: [],
};
const invalid = (reason: string): Evaluation => ({ outcome: 'invalid', epoch: 0, reason, stages: [] });

describe('seed check', () => {
  it('blames the candidate as long as the seed is fine', async () => {
    const check = new SeedCheck();
    for (let i = 0; i < 7; i++)
      expect(await check.judge(invalid('benchmark exited with code 1'), job, async () => scored)).toMatchObject({
        outcome: 'invalid',
      });
  });

  it('asks the seed after three in a row, and blames the machine when it fails too', async () => {
    const check = new SeedCheck();
    let asked = 0;
    const seed = async () => {
      asked++;
      return invalid('benchmark exited with code 1');
    };
    const fail = () => check.judge(invalid('benchmark exited with code 1'), job, seed);
    await fail();
    await check.judge(scored, job, seed);
    expect([(await fail()).outcome, (await fail()).outcome]).toEqual(['invalid', 'invalid']);
    expect(asked).toBe(0);
    expect(await fail()).toMatchObject({
      outcome: 'broken',
      reason: expect.stringContaining('the seed, which was fine before, fails too'),
    });
    expect(asked).toBe(1);
  });

  it('blames the machine for as long as the seed fails, also for who came in the meantime', async () => {
    const check = new SeedCheck();
    let works = false;
    const seed = async () => (works ? scored : invalid('benchmark exited with code 1'));
    const fail = async () => (await check.judge(invalid('benchmark exited with code 1'), job, seed)).outcome;
    const [, , ...rest] = await Promise.all([fail(), fail(), fail(), fail()]);
    expect([...rest, await fail()]).toEqual(['broken', 'broken', 'broken']);
    works = true;
    expect([await fail(), await fail(), await fail(), await fail()]).toEqual(Array(4).fill('invalid'));
  });

  it('ends what only a person can mend, and leaves alone what there is no money to check', async () => {
    const seedThat = (more: object) => async (): Promise<Evaluation> => ({
      outcome: 'broken',
      reason: 'judge: no',
      stages: [],
      ...more,
    });
    const gone = invalid('benchmark exited with code 127');
    expect(await new SeedCheck().judge(gone, job, seedThat({ final: true }))).toMatchObject({ final: true });
    expect(await new SeedCheck().judge(gone, job, seedThat({ spent: true }))).toEqual(gone);
  });

  it('asks at once when a program is missing', async () => {
    const gone = await new SeedCheck().judge(invalid('benchmark exited with code 127'), job, async () =>
      invalid('benchmark exited with code 127'),
    );
    expect(gone.outcome).toBe('broken');
    const own = await new SeedCheck().judge(invalid('benchmark exited with code 127'), job, async () => scored);
    expect(own.outcome).toBe('invalid');
  });

  it('does not ask the seed about candidates that a cheaper benchmark has measured', async () => {
    const check = new SeedCheck();
    let asked = 0;
    const fail = () =>
      check.judge(invalid('rung quick scored 3, below 5'), job, async () => {
        asked++;
        return scored;
      });
    for (let i = 0; i < 7; i++) expect((await fail()).outcome).toBe('invalid');
    expect(asked).toBe(0);
  });
});
