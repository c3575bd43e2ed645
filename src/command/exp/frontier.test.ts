import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryLock } from '../../lib/lock.ts';
import { claimPath } from './folders.ts';
import { attempting, begin, committed, labIn, type World } from './lab.fixture.ts';

let lab: World;
beforeEach(() => {
  lab = labIn();
  committed(lab.journal, 'root', 'a heap for the queue', 12);
  committed(lab.journal, 'root', 'no copies', 15);
});
afterEach(() => lab.end());

const ids = async (raw: Readonly<Record<string, unknown>> = {}) =>
  ((await lab.json('exp frontier', raw)) as { nodes: readonly { id: string }[] }).nodes.map(({ id }) => id);

describe('evolve exp frontier', () => {
  it('names whom to branch from, and how', async () => {
    expect(await lab.said('exp frontier', { strategy: 'top_k', params: '{"k": 2}' })).toBe(
      [
        '2 experiments by top-k',
        'Rank  Experiment  Score  Hypothesis',
        '   1  exp_0002       15  no copies',
        '   2  exp_0001       12  a heap for the queue',
        'Branch from one: evolve exp new --parent exp_0002 -m "<hypothesis>"',
      ].join('\n'),
    );
  });

  it('says the rule, its parameters, and the seed of what was drawn, and writes nothing', async () => {
    const before = lab.journal.tail(1);
    expect(await lab.json('exp frontier')).toMatchObject({
      strategy: { kind: 'pareto-per-task', params: { k: 5, floor: 0 } },
      generated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      nodes: [{ id: 'exp_0002', score: 15, epoch: 1, hypothesis: 'no copies', rank: 1 }],
      seed: expect.any(Number),
      directives: [],
    });
    expect(await lab.json('exp frontier', { strategy: 'softmax', seed: 7 })).toMatchObject({ seed: 7 });
    expect(await lab.json('exp frontier', { strategy: 'argmax', seed: 7 })).not.toHaveProperty('seed');
    expect(lab.journal.tail(1)).toEqual(before);
  });

  it('leaves out whose child is being measured, but not whose child was interrupted', async () => {
    const child = begin(lab.journal, 'exp_0002', 'more');
    attempting(lab.journal, child);
    expect(await ids({ strategy: 'argmax' })).toEqual(['exp_0002']);
    const claim = tryLock(claimPath(lab.stateDir, 'r1', child));
    expect(await ids({ strategy: 'argmax' })).toEqual(['exp_0001']);
    expect(await ids({ strategy: 'top-k', all: true })).toEqual(['exp_0002', 'exp_0001', 'root']);
    claim?.release();
  });

  it('says what to do while an epoch has no baseline', async () => {
    lab.journal.append(() => [{ type: 'infra', reason: 'another machine', noted: true, breaking: true }]);
    expect(await ids()).toEqual([]);
    expect(await lab.said('exp frontier')).toMatch(/evolve exp rescore root$/);
  });

  it('explains the rules, and refuses what they do not take', async () => {
    expect(await lab.said('exp frontier', { helpStrategies: true })).toMatch(/softmax: temperature 0.5 \(0.01 to 10\)/);
    const asked = (params: string, strategy?: string) =>
      lab.json('exp frontier', { params, ...(strategy === undefined ? {} : { strategy }) });
    await expect(asked('{"k": 51}')).rejects.toThrow(/^--params: k of pareto-per-task is a whole number from 1 to 50/);
    await expect(asked('{"k": 1.5}', 'top-k')).rejects.toThrow(/whole number/);
    await expect(asked('{"epsilon": 2}', 'epsilon_greedy')).rejects.toThrow(/from 0 to 1/);
    await expect(asked('{"constructor": 2}', 'argmax')).rejects.toThrow(/It takes none/);
    await expect(asked('[1]')).rejects.toThrow(/takes a JSON object/);
    await expect(lab.json('exp frontier', { strategy: 'best' })).rejects.toThrow(/--strategy takes argmax/);
    expect(await asked('{"task_floor": 0.5}', 'pareto_per_task')).toMatchObject({
      strategy: { params: { k: 5, floor: 0.5 } },
    });
  });
});
