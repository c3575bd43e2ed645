import { describe, expect, it } from 'vitest';
import { dying } from '../../test/fake/dying.ts';
import { labConfig, measured, openLab } from '../../test/fake/experiments.ts';
import { type FakeOptions, fakeLanes } from '../../test/fake/lanes.ts';
import type { Conclusion } from '../domain/conclusion.ts';
import type { Fixed } from '../domain/config.ts';
import type { StageResult } from '../domain/evaluation.ts';
import { type Attempt, COMMITTED, FRONTIER } from '../domain/experiment.ts';
import type { Journal } from '../domain/journal.ts';
import type { Lanes } from '../domain/lane.ts';
import { rng } from '../domain/rng.ts';
import { memoryJournal } from '../journal/journal.ts';
import { type Attempting, attempt } from './attempt.ts';

const NEVER = new AbortController().signal;

function lab(fixed: Partial<Fixed> = {}, samples: readonly number[] = [10]): Journal {
  let now = 0;
  const journal = memoryJournal('r1', () => ++now);
  openLab(journal, samples[0] ?? 10, labConfig(fixed), undefined, { commit: '10', tree: '10' });
  if (samples.length > 1) journal.append(() => [{ type: 'sampled', candidate: 'root', samples: samples.slice(1) }]);
  return journal;
}

function propose(journal: Journal, id: string, parent = 'root'): void {
  const brief = { objective: 'a try', boundaries: [], pointers: [] };
  const place = { batch: (journal.view().run()?.batch ?? 0) + 1, ord: 0, home: COMMITTED, operator: 'brief' as const };
  journal.append(() => [
    {
      type: 'proposed',
      proposal: { id, ...place, by: 'hand', hand: true, parents: [parent], inspirations: [], brief },
    },
  ]);
}

function begin(journal: Journal, id: string, commit: string, more: { readonly rescore?: true } = {}): void {
  const number = (journal.view().entry(id)?.experiment?.attempt ?? 0) + 1;
  const candidate = { id, proposal: id, parents: [], commit, tree: commit, summary: '' };
  journal.append(() => [{ type: 'applied', candidate, attempt: number, ...more }]);
}

/** Lanes that score a program by its first number, and run the gates that a job brings. */
function lanesOf(options: Partial<FakeOptions> = {}, failing: readonly string[] = []): Lanes {
  const fake = fakeLanes({ seed: [10], score: ([first]) => first, ...options });
  return {
    ...fake,
    async evaluate(job, signal) {
      const evaluation = await fake.evaluate(job, signal);
      const stages = (job.gates ?? []).map(({ name }): StageResult => {
        const said = { stage: `gate ${name}`, ms: 1 };
        return failing.includes(name)
          ? { ...said, verdict: 'fail', reason: 'exited with code 1' }
          : { ...said, verdict: 'pass' };
      });
      if (evaluation.outcome === 'broken') return evaluation;
      const epoch = job.epoch ?? 0;
      if (evaluation.outcome === 'scored' && stages.some(({ verdict }) => verdict === 'fail')) {
        const measured = { samples: evaluation.samples, metrics: {} };
        return { outcome: 'invalid', epoch, reason: 'gate tests exited with code 1', measured, stages };
      }
      return { ...evaluation, epoch, stages };
    },
  };
}

const run = (
  journal: Journal,
  lanes: Lanes,
  id: string,
  more: Partial<Attempting> = {},
  signal = NEVER,
): Promise<Attempt> =>
  attempt({ journal, lanes, backOffMs: [0, 0], lookEveryMs: 1, write: () => {}, ...more }, id, signal);

const homesOf = (journal: Journal, id: string) => (journal.view().entry(id)?.homes ?? []).map(({ name }) => name);
const experimentOf = (journal: Journal, id: string) => journal.view().entry(id)?.experiment;

describe('an attempt', () => {
  it('commits what is strictly better, and takes its parent off the frontier', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    const { end } = await run(journal, lanesOf(), 'exp_0001');
    expect(end).toMatchObject({ outcome: 'committed', score: 11, against: { id: 'root', score: 10 } });
    expect(homesOf(journal, 'exp_0001')).toEqual([COMMITTED, FRONTIER]);
    expect(homesOf(journal, 'root')).toEqual([COMMITTED]);
    expect(journal.view().best()?.proposal.id).toBe('exp_0001');
  });

  it('does not commit a tie: that is evaluated, and its parent stays on the frontier', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '10');
    const { end } = await run(journal, lanesOf(), 'exp_0001');
    expect(end).toMatchObject({ outcome: 'evaluated', reason: 'not better than root', score: 10 });
    expect(experimentOf(journal, 'exp_0001')).toMatchObject({ status: 'evaluated', spent: 1 });
    expect(homesOf(journal, 'root')).toContain(FRONTIER);
  });

  it('goes by the direction of the run', async () => {
    const journal = lab({ direction: 'min' });
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '9');
    expect((await run(journal, lanesOf(), 'exp_0001')).end).toMatchObject({ outcome: 'committed', score: 9 });
  });

  it('is evaluated when a gate fails, whatever the score, and keeps that score in its record', async () => {
    const gates = [{ name: 'tests', command: 'true', phase: 'post' as const }];
    const journal = lab({ gates });
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '12');
    const { end } = await run(journal, lanesOf({}, ['tests']), 'exp_0001');
    expect(end).toMatchObject({ outcome: 'evaluated', reason: 'gate tests failed', score: 12 });
    expect(end?.gates).toMatchObject([{ name: 'tests', from: 'config', passed: false }]);
    expect(experimentOf(journal, 'exp_0001')?.spent).toBe(1);
  });

  it('fails by the candidate’s fault without costing an attempt, and counts these in a row', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    for (let nth = 1; nth <= 2; nth++) {
      begin(journal, 'exp_0001', '7');
      const { end } = await run(journal, lanesOf({ score: () => undefined }), 'exp_0001');
      expect(end).toMatchObject({ outcome: 'failed', cause: 'candidate', reason: 'benchmark exited with code 1' });
      expect(experimentOf(journal, 'exp_0001')).toMatchObject({ spent: 0, failures: nth, status: 'failed' });
    }
  });

  it('is tried again where the machine fails, and failed by the machine when it keeps failing: nothing is counted', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    expect((await run(journal, lanesOf({ brokenFirst: 2 }), 'exp_0001')).end).toMatchObject({ outcome: 'committed' });
    propose(journal, 'exp_0002');
    begin(journal, 'exp_0002', '12');
    const { end } = await run(journal, lanesOf({ brokenFirst: 9 }), 'exp_0002');
    expect(end).toMatchObject({ outcome: 'failed', cause: 'machine' });
    expect(experimentOf(journal, 'exp_0002')).toMatchObject({ spent: 0, failures: 0, status: 'failed' });
    expect(journal.view().remarks({ kind: 'infra' }, 9)).toHaveLength(5);
    // It has no place yet: it may be tried again.
    expect(journal.view().entry('exp_0002')?.placement).toBeUndefined();
    expect(journal.view().counts().open).toBe(1);
  });

  it('is ended on request, and says so', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    const stuck = (_what: string) => new Promise<void>((resolve) => setImmediate(resolve));
    const lanes = lanesOf({ pause: stuck });
    const waiting: Lanes = {
      ...lanes,
      evaluate: (_job, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    };
    const ending = run(journal, waiting, 'exp_0001');
    journal.append(() => [{ type: 'abort-requested', experiment: 'exp_0001', attempt: 1 }]);
    expect((await ending).end).toMatchObject({ outcome: 'failed', cause: 'aborted', reason: 'aborted on request' });
    expect(experimentOf(journal, 'exp_0001')).toMatchObject({ spent: 0, failures: 0, status: 'failed' });
    begin(journal, 'exp_0001', '11');
    expect((await run(journal, lanes, 'exp_0001')).end?.outcome).toBe('committed');
  });

  it('is left as it is when its process is interrupted', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    const controller = new AbortController();
    controller.abort(new Error('Ctrl-C'));
    await expect(run(journal, lanesOf(), 'exp_0001', {}, controller.signal)).rejects.toThrow('Ctrl-C');
    expect(experimentOf(journal, 'exp_0001')).toMatchObject({ status: 'active', attempt: 1 });
    expect(homesOf(journal, 'root')).toContain(FRONTIER);
  });

  it('counts for nothing where a new epoch has begun meanwhile', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    const lanes = lanesOf({
      pause: async () => void journal.append(() => [{ type: 'infra', reason: 'new disk', breaking: true }]),
    });
    expect((await run(journal, lanes, 'exp_0001')).end).toMatchObject({ outcome: 'failed', cause: 'aborted' });
    expect(homesOf(journal, 'exp_0001')).toEqual([]);
    expect(journal.view().best()).toBeUndefined();
  });

  it('counts for nothing where root was measured in a new epoch meanwhile, either', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    const lanes = lanesOf({
      pause: async (what) => {
        if (what !== 'evaluate exp_0001') return;
        journal.append(() => [{ type: 'infra', reason: 'new disk', breaking: true }]);
        begin(journal, 'root', '10', { rescore: true });
        await run(journal, lanesOf(), 'root');
      },
    });
    const { end } = await run(journal, lanes, 'exp_0001');
    expect(end).toMatchObject({ outcome: 'failed', cause: 'aborted' });
    expect(end?.reason).toContain('a new epoch has begun meanwhile');
  });

  it('is not committed for a better median that may be chance', async () => {
    const journal = lab({}, [10, 10.4, 9.7]);
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    const evaluation = { ...measured(10.6), samples: [10.6, 10.5] };
    const pairs = [
      [10.6, 10.4],
      [10.5, 10.6],
    ] as const;
    journal.append(() => [
      { type: 'evaluated', candidate: 'exp_0001', evaluation },
      {
        ...{ type: 'compared', candidate: 'exp_0001', against: 'root', alpha: 0.05, spread: 0.1 },
        ...{ pairs, verdict: 'undecided' },
      },
    ]);
    const { end } = await run(journal, lanesOf(), 'exp_0001');
    expect(end).toMatchObject({ outcome: 'evaluated', against: { id: 'root' } });
    expect(end?.reason).toContain('not known to be better than root');
  });

  it('counts for nothing where a gate was added after it was measured', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    const gate = { name: 'late', command: 'true', phase: 'post' as const };
    const write = (end: Conclusion) => {
      if (end.outcome === 'committed') journal.append(() => [{ type: 'gated', experiment: 'root', gate }]);
    };
    const { end } = await run(journal, lanesOf(), 'exp_0001', { write });
    expect(end).toMatchObject({ outcome: 'failed', cause: 'aborted', reason: 'gate late was added meanwhile' });
  });

  it('measures a root once more in a new epoch, and then the others against the nearest that was', async () => {
    const journal = lab();
    for (const [id, parent, score] of [
      ['exp_0001', 'root', '11'],
      ['exp_0002', 'exp_0001', '12'],
    ] as const) {
      propose(journal, id, parent);
      begin(journal, id, score);
      await run(journal, lanesOf(), id);
    }
    journal.append(() => [{ type: 'infra', reason: 'new machine', breaking: true }]);
    begin(journal, 'root', '10', { rescore: true });
    const halved = lanesOf({ score: ([first]) => (first ?? 0) / 2 });
    expect((await run(journal, halved, 'root')).end).toMatchObject({ outcome: 'committed', score: 5 });
    expect(journal.view().run()?.blocked).toBeUndefined();
    begin(journal, 'exp_0002', '12', { rescore: true });
    const { end } = await run(journal, halved, 'exp_0002');
    expect(end).toMatchObject({ outcome: 'committed', score: 6, against: { id: 'root', score: 5 } });
    expect(journal.view().best()?.proposal.id).toBe('exp_0002');
  });

  it('on a noisy benchmark commits what is better by more than chance, and nothing else', async () => {
    const noise = (id: string, nth: number) => Math.exp(0.03 * rng(nth, id).normal());
    const samples = [1, 2, 3, 4, 5, 6].map((nth) => 10 * noise('seed', nth));
    let wrong = 0;
    for (let nth = 0; nth < 12; nth++) {
      const journal = lab({}, samples);
      const lanes = lanesOf({ noise: (id, time) => noise(`${nth} ${id}`, time) });
      propose(journal, 'exp_0001');
      begin(journal, 'exp_0001', '10');
      if ((await run(journal, lanes, 'exp_0001')).end?.outcome === 'committed') wrong++;
      propose(journal, 'exp_0002');
      begin(journal, 'exp_0002', '13');
      const { end } = await run(journal, lanes, 'exp_0002');
      expect(end?.outcome).toBe('committed');
      const evaluation = journal.view().entry('exp_0002')?.evaluation;
      expect(evaluation).toMatchObject({
        comparisons: expect.arrayContaining([expect.objectContaining({ against: 'root', verdict: 'better' })]),
      });
    }
    expect(wrong).toBeLessThanOrEqual(1);
  });

  it('killed at any append and called again comes to the same, and is measured no more than once more', async () => {
    const noise = (_id: string, nth: number) => 1 + 0.01 * ((nth * 7) % 5);
    const story = () => {
      const journal = lab({}, [10, 10.1, 10.2]);
      propose(journal, 'exp_0001');
      begin(journal, 'exp_0001', '13');
      return journal;
    };
    const whole = dying(story(), Number.POSITIVE_INFINITY, 'before');
    await run(whole, lanesOf({ noise }), 'exp_0001');
    const wanted = whole.view().attempts('exp_0001');
    expect(whole.appends()).toBeGreaterThan(3);
    for (let at = 1; at <= whole.appends(); at++) {
      for (const moment of ['before', 'after'] as const) {
        const journal = story();
        const measurings: string[] = [];
        const pause = async (what: string) => void measurings.push(what);
        const lanes = lanesOf({ noise, pause });
        await expect(run(dying(journal, at, moment), lanes, 'exp_0001')).rejects.toThrow('killed');
        const { end } = await run(journal, lanes, 'exp_0001');
        expect(end?.outcome, `${moment} append ${at}`).toBe('committed');
        expect(journal.view().attempts('exp_0001')).toHaveLength(wanted.length);
        // What was recorded is not measured again.
        const again = at === 1 && moment === 'before' ? 2 : 1;
        expect(measurings.filter((what) => what.startsWith('evaluate'))).toHaveLength(again);
        expect(journal.view().counts()).toEqual(whole.view().counts());
        expect(experimentOf(journal, 'exp_0001')).toMatchObject({ spent: 0, attempt: 1, status: 'committed' });
      }
    }
  });

  it('writes its end down before it is recorded', async () => {
    const journal = lab();
    propose(journal, 'exp_0001');
    begin(journal, 'exp_0001', '11');
    const written: (string | undefined)[] = [];
    await run(journal, lanesOf(), 'exp_0001', {
      write: (end) => void written.push(`${end.outcome} ${experimentOf(journal, 'exp_0001')?.status}`),
    });
    expect(written).toEqual(['committed active']);
  });
});
