import { describe, expect, it } from 'vitest';
import {
  alone,
  driveWorld,
  openWorld,
  type Personality,
  type World,
  worldConfig,
  worldLanes,
} from '../../test/fake/rounds.ts';
import { treeOf } from '../../test/fake/tree.ts';
import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { Lanes } from '../domain/lane.ts';
import { auditKey } from '../domain/round.ts';
import { memoryJournal } from '../journal/journal.ts';
import { MachineFailure } from './loop.ts';

const LANES: readonly Personality[] = ['honest', 'gated', 'cheat', 'crash', 'honest'];
/** Somebody of every kind at work. */
const mixed: World = { who: (round, lane) => (round === 2 && lane === 4 ? 'rejected' : (LANES[lane] ?? 'idle')) };
const few = worldConfig({ subagents: 5, depth: 3, rounds: 2 });

function fresh(config = few, world: World = {}): Journal {
  let time = 0;
  const journal = memoryJournal('r1', () => ++time);
  openWorld(journal, config, world);
  return journal;
}

/** Gives way a few times, differently for each piece of work, so that lanes finish in another order. */
const shuffled = async (what: string) => {
  for (let turn = (what.length * 7 + (what.codePointAt(what.length - 1) ?? 0)) % 13; turn > 0; turn--)
    await new Promise((resolve) => setImmediate(resolve));
};

const types = (journal: Journal): readonly Event['type'][] => journal.read(0, 100_000).map(({ event }) => event.type);
const paid = (journal: Journal): readonly string[] =>
  journal.read(0, 100_000).flatMap(({ event }) => (event.type === 'called' ? [event.call.key] : []));
const statusOf = (journal: Journal, id: string) => journal.view().entry(id)?.experiment?.status;

describe('experiments of a driver', () => {
  it('reach what is known to be the best, and no cheat counts', async () => {
    const journal = fresh(worldConfig({ subagents: 5, depth: 5, ceiling: 100 }));
    await driveWorld(journal, worldLanes(journal, mixed), { width: 5 });
    const view = journal.view();
    expect(view.run()?.end).toMatchObject({ kind: 'finished', cause: 'ceiling' });
    expect(view.best()?.candidate?.commit).toBe('3 3 3');
    expect(view.experiments('pruned', 99).every(({ candidate }) => candidate?.commit.includes('!cheat'))).toBe(true);
    expect(view.improvements(99).map(({ score }) => score)).not.toContain(1000);
    expect(view.counts().open).toBe(0);
  });

  it('come to the same at any width and in any order, and no call is paid twice', async () => {
    const one = fresh();
    const jobs = jobsOf(worldLanes(one, mixed));
    await driveWorld(one, jobs.lanes);
    expect(types(one)).toEqual(expect.arrayContaining(['retried', 'discarded', 'pruned', 'concluded']));
    for (const width of [2, 5]) {
      const other = fresh();
      const others = jobsOf(worldLanes(other, { ...mixed, pause: shuffled }));
      await driveWorld(other, others.lanes, { width });
      expect(treeOf(other.view())).toEqual(treeOf(one.view()));
      expect(others.told()).toEqual(jobs.told());
      expect(new Set(paid(other)).size).toBe(paid(other).length);
    }
  });

  it('are given up where their author failed, changed nothing or never passed verification', async () => {
    const who = (_round: number, lane: number) => (['failing', 'idle', 'rejected'] as const)[lane] ?? 'honest';
    const journal = fresh(worldConfig({ subagents: 3, depth: 4, rounds: 1 }));
    await driveWorld(journal, worldLanes(journal, { who }), { width: 3 });
    const reasons = journal
      .view()
      .entries(1)
      .map(({ proposal, experiment }) => [proposal.id, experiment?.laid?.reason]);
    expect(reasons).toEqual([
      ['r1-l0-d0', 'the author failed'],
      ['r1-l0-d1', 'the author failed'],
      ['r1-l1-d0', 'nothing was changed'],
      ['r1-l1-d1', 'nothing was changed'],
      ['r1-l2-d0', 'never passed verification: it does nothing'],
    ]);
    expect(journal.view().counts()).toMatchObject({ open: 0, charged: 0 });
  });

  it('are made with what the lane has tried, the conversation before and what is to be mended', async () => {
    const journal = fresh(worldConfig({ subagents: 2, depth: 3, rounds: 1 }));
    const lanes = worldLanes(journal, { who: (_round, lane) => (lane === 0 ? 'honest' : 'gated') });
    const jobs: unknown[] = [];
    await driveWorld(journal, {
      ...lanes,
      apply(job, signal) {
        const { lane } = job.dossier;
        jobs.push({
          of: job.proposal.id,
          ...job.trial,
          left: lane?.left,
          earlier: lane?.earlier.map(({ id, score }) => [id, score]),
        });
        return lanes.apply(job, signal);
      },
    });
    expect(jobs).toMatchObject([
      { of: 'r1-l0-d0', attempt: 1, verifications: 3, left: 3, earlier: [] },
      { of: 'r1-l1-d0', attempt: 1, left: 3 },
      { of: 'r1-l0-d1', attempt: 1, left: 2, session: 'session of r1-l0-d0', earlier: [['r1-l0-d0', 92]] },
      {
        of: 'r1-l1-d0',
        attempt: 2,
        left: 2,
        session: 'session of r1-l1-d0',
        mend: {
          version: { id: 'r1-l1-d0', commit: '0 0 0 !gated r1-l1-d0' },
          reason: expect.stringContaining('tests'),
        },
      },
      {
        of: 'r1-l0-d2',
        left: 1,
        earlier: [
          ['r1-l0-d0', 92],
          ['r1-l0-d1', 93],
        ],
      },
      { of: 'r1-l1-d1', left: 1, session: 'session of r1-l1-d0/2' },
    ]);
    expect(jobs[0]).not.toHaveProperty('session');
  });

  it('stay unverified while the verifier can’t run, and go on there', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 1, rounds: 1 }));
    const lanes = worldLanes(journal, { audit: () => 'broken' });
    await expect(driveWorld(journal, lanes)).rejects.toThrow(MachineFailure);
    expect(journal.view().run()?.end).toMatchObject({ kind: 'stopped', cause: 'broken' });
    expect([statusOf(journal, 'r1-l0-d0'), journal.view().best()?.proposal.id]).toEqual(['active', 'root']);
    expect(journal.view().asked(auditKey('r1-l0-d0', 1))).toBe(true);
    const later = worldLanes(journal);
    await driveWorld(journal, later);
    expect([statusOf(journal, 'r1-l0-d0'), journal.view().best()?.proposal.id]).toEqual(['committed', 'r1-l0-d0']);
    expect([lanes.evaluated, later.evaluated]).toEqual([['r1-l0-d0/1'], []]);
    expect(types(journal).filter((type) => type === 'asked').length).toBe(new Set(keysAsked(journal)).size);
  });

  it('stay unverified without the money for it, which ends the run by its budget; with more of it they go on', async () => {
    const journal = fresh(worldConfig({ subagents: 2, depth: 2, rounds: 1 }, { budget: { usd: 5 } }));
    const lanes = worldLanes(journal, { audit: (key) => (key.startsWith('r1-l0') ? 'spent' : undefined) });
    expect(await driveWorld(journal, lanes, { width: 2 })).toMatchObject({ kind: 'finished' });
    expect(journal.view().run()?.end).toMatchObject({ cause: 'usd' });
    expect(statusOf(journal, 'r1-l0-d0')).toBe('active');
    const { adjustable } = journal.view().run()?.config ?? few;
    journal.append(() => [{ type: 'configured', adjustable: { ...adjustable, budget: { usd: 9 } } }]);
    await driveWorld(journal, worldLanes(journal), { width: 2 });
    expect(journal.view().run()?.end).toMatchObject({ cause: 'rounds' });
    expect(statusOf(journal, 'r1-l0-d1')).toBe('committed');
    expect(journal.view().counts().open).toBe(0);
  });

  it('stay as they are when there is no money to measure them', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 1 }, { budget: { usd: 5 } }));
    const lanes = worldLanes(journal);
    const spent = { outcome: 'broken', reason: 'no money for judges', spent: true, stages: [] } as const;
    await driveWorld(journal, { ...lanes, evaluate: async () => spent });
    expect(journal.view().run()?.end).toMatchObject({
      cause: 'usd',
      reason: 'measuring r1-l0-d0: no money for judges',
    });
    expect(statusOf(journal, 'r1-l0-d0')).toBe('active');
  });

  it('are not made without the money for it', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 3 }, { budget: { usd: 5 } }));
    const lanes = worldLanes(journal, { poor: (key) => key === 'r1-l0-d1/author' });
    await driveWorld(journal, lanes);
    expect(journal.view().run()?.end).toMatchObject({ kind: 'finished', cause: 'usd', reason: 'no money' });
    expect(journal.view().entry('r1-l0-d1')?.experiment).toMatchObject({
      status: 'discarded',
      laid: { reason: 'no money' },
    });
  });

  it('are measured once more where the machine failed them, and cost no iteration', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 2, rounds: 1 }));
    const lanes = worldLanes(journal);
    const broken = { ...lanes, evaluate: async () => ({ outcome: 'broken', reason: 'no disk', stages: [] }) as const };
    await expect(driveWorld(journal, broken)).rejects.toThrow('no disk');
    expect(statusOf(journal, 'r1-l0-d0')).toBe('active');
    // As somebody's `exp eval` of it would have ended.
    const end = { outcome: 'failed', cause: 'machine', reason: 'no disk', score: null, gates: [] } as const;
    journal.append(() => [{ type: 'concluded', experiment: 'r1-l0-d0', attempt: 1, end }]);
    await driveWorld(journal, lanes);
    expect(lanes.evaluated).toEqual(['r1-l0-d0/2', 'r1-l0-d1/1']);
    expect(journal.view().attempts('r1-l0-d0')).toMatchObject([
      { commit: '1 0 0', end: { cause: 'machine' } },
      { commit: '1 0 0', end: { outcome: 'committed' } },
    ]);
  });

  it('end on request, and the lane goes on with another', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 2, rounds: 1 }));
    const pause = async (what: string, signal: AbortSignal) => {
      if (what !== 'evaluate r1-l0-d0') return;
      journal.append(() => [{ type: 'abort-requested', experiment: 'r1-l0-d0', attempt: 1 }]);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    await driveWorld(journal, worldLanes(journal, { pause }));
    expect(journal.view().entry('r1-l0-d0')?.experiment).toMatchObject({
      status: 'discarded',
      laid: { reason: 'aborted on request' },
    });
    expect(statusOf(journal, 'r1-l0-d1')).toBe('committed');
  });

  it('wait for whoever works on them, and are nobody’s when they are laid aside meanwhile', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 1, rounds: 1 }));
    const held: string[] = [];
    const experiments = {
      ...alone(),
      claim: async (id: string) => {
        held.push(`+${id}`);
        // Somebody else has it, and discards it.
        journal.append(() => [
          { type: 'discarded', experiment: id, reason: 'not wanted' },
          { type: 'placed', proposal: id, placement: { kind: 'refused', reason: 'discarded' } },
        ]);
        return { release: () => void held.push(`-${id}`) };
      },
    };
    const lanes = worldLanes(journal);
    await driveWorld(journal, lanes, { experiments });
    expect([held, lanes.evaluated]).toEqual([['+r1-l0-d0', '-r1-l0-d0'], []]);
    expect(paid(journal).filter((key) => key.includes('author'))).toEqual([]);
  });

  it('never touch what people make', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 1, rounds: 1 }));
    const brief = { objective: 'mine', boundaries: [], pointers: [] };
    const place = { batch: 1, ord: 0, home: 'committed', operator: 'brief', by: 'hand', hand: true } as const;
    const candidate = {
      id: 'exp_0001',
      proposal: 'exp_0001',
      parents: ['root'],
      commit: '1 1 1',
      tree: '1',
      summary: '',
    };
    journal.append(() => [
      { type: 'proposed', proposal: { id: 'exp_0001', ...place, parents: ['root'], inspirations: [], brief } },
      { type: 'applied', candidate, attempt: 1 },
    ]);
    await driveWorld(journal, worldLanes(journal));
    expect(statusOf(journal, 'exp_0001')).toBe('active');
    expect(statusOf(journal, 'r1-l0-d0')).toBe('committed');
  });

  it('are not begun when it is too late for them', async () => {
    const journal = fresh(worldConfig({ subagents: 2, depth: 3 }, { budget: { minutes: 1 } }));
    let time = 0;
    const pause = async (what: string) => {
      if (what === 'evaluate r1-l0-d0') time = 61_000;
    };
    const lanes = worldLanes(journal, { pause });
    await driveWorld(journal, lanes, { now: () => time });
    expect(journal.view().run()?.end).toMatchObject({ cause: 'minutes' });
    expect(lanes.evaluated).toEqual(['r1-l0-d0/1']);
    expect([statusOf(journal, 'r1-l0-d0'), statusOf(journal, 'r1-l1-d0')]).toEqual(['committed', 'discarded']);
    expect(journal.view().counts().open).toBe(0);
  });

  it('are not made from what has turned out to be invalid', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 2, rounds: 1 }));
    const claim = async (id: string) => {
      if (id === 'r1-l0-d1')
        journal.append(() => [{ type: 'pruned', experiment: 'r1-l0-d0', kind: 'invalid', reason: 'a cache' }]);
      return { release: () => {} };
    };
    await driveWorld(journal, worldLanes(journal), { experiments: { ...alone(), claim } });
    expect(journal.view().entry('r1-l0-d1')?.experiment?.laid?.reason).toContain('r1-l0-d0, which it comes from');
    expect(paid(journal)).not.toContain('r1-l0-d1/author');
  });

  it('that come from what is found invalid meanwhile count for nothing', async () => {
    const journal = fresh(worldConfig({ subagents: 1, depth: 3, rounds: 1 }));
    const pause = async (what: string) => {
      if (what === 'evaluate r1-l0-d1')
        journal.append(() => [{ type: 'pruned', experiment: 'r1-l0-d0', kind: 'invalid', reason: 'a cache' }]);
    };
    await driveWorld(journal, worldLanes(journal, { pause }));
    expect([journal.view().best()?.proposal.id, statusOf(journal, 'r1-l0-d1')]).toEqual(['root', 'discarded']);
    expect(journal.view().entry('r1-l0-d2')).toBeUndefined();
  });
});

/** What authors and others are told, whenever they are. */
function jobsOf(lanes: Lanes) {
  const told: string[] = [];
  return {
    told: () => told.toSorted(),
    lanes: {
      ...lanes,
      apply(job, signal) {
        told.push(JSON.stringify(job));
        return lanes.apply(job, signal);
      },
      answer(job, signal) {
        told.push(JSON.stringify(job));
        return lanes.answer(job, signal);
      },
    } satisfies Lanes,
  };
}

const keysAsked = (journal: Journal): readonly string[] =>
  journal.read(0, 100_000).flatMap(({ event }) => (event.type === 'asked' ? [event.question.key] : []));
