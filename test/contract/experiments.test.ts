import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMITTED, FRONTIER } from '../../src/domain/experiment.ts';
import { DISCARDED } from '../../src/domain/experiment-fold.ts';
import { gatesFor } from '../../src/domain/inheritance.ts';
import type { Journal } from '../../src/domain/journal.ts';
import { memoryJournal, openStore } from '../../src/journal/journal.ts';
import { attempt, begin, concluding, labConfig, measured, openLab, propose } from '../fake/experiments.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-lab-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let stores = 0;
let time = 1000;
const now = () => time++;

const implementations: readonly [string, () => Journal][] = [
  ['memory', () => memoryJournal('r1', now)],
  ['sqlite', () => openStore(join(folder, String(stores++)), now).journal('r1')],
];

/** Every implementation of the journal keeps this contract. */
describe.each(implementations)('experiments: %s', (_name, make) => {
  const lab = (score = 1, config = labConfig()): Journal => {
    const journal = make();
    openLab(journal, score, config);
    return journal;
  };
  const experiment = (journal: Journal, id: string) => journal.view().entry(id)?.experiment;
  const home = (journal: Journal, name: string) =>
    journal
      .view()
      .top(name, 99)
      .map(({ proposal }) => proposal.id);
  const best = (journal: Journal) => journal.view().best()?.proposal.id;
  const committed = (journal: Journal, parent: string, score: number): string => {
    const id = propose(journal, parent);
    attempt(journal, id, 'committed', score);
    return id;
  };
  const prune = (journal: Journal, id: string, kind: 'exhausted' | 'invalid') =>
    journal.append(() => [{ type: 'pruned', experiment: id, kind, reason: 'why' }]);
  const restore = (journal: Journal, id: string) => journal.append(() => [{ type: 'restored', experiment: id }]);

  it('begins with the root alone, committed, best and to be branched from', () => {
    const journal = lab();
    expect(experiment(journal, 'root')).toMatchObject({ status: 'committed', attempt: 0, branches: 0 });
    expect([home(journal, COMMITTED), home(journal, FRONTIER), best(journal)]).toEqual([['root'], ['root'], 'root']);
    expect(journal.view().run()).toMatchObject({ epoch: 1, statuses: { committed: 0, pending: 0 } });
  });

  it('goes from pending to committed, and takes its parent off the frontier only then', () => {
    const journal = lab();
    const id = propose(journal, 'root');
    expect(experiment(journal, id)?.status).toBe('pending');
    begin(journal, id);
    expect(experiment(journal, id)).toMatchObject({ status: 'active', attempt: 1 });
    expect(home(journal, FRONTIER)).toEqual(['root']);
    journal.append(() => [{ type: 'evaluated', candidate: id, evaluation: measured(2) }]);
    journal.append((view) => concluding(view, id, 'committed', 2));
    expect(experiment(journal, id)).toMatchObject({ status: 'committed', spent: 0, failures: 0 });
    expect([home(journal, FRONTIER), best(journal)]).toEqual([[id], id]);
    expect(journal.view().run()?.statuses).toMatchObject({ pending: 0, active: 0, committed: 1 });
    expect(journal.view().attempts(id)).toMatchObject([
      { attempt: 1, epoch: 1, end: { outcome: 'committed', score: 2 } },
    ]);
    expect(journal.view().unplaced()).toBeUndefined();
  });

  it('counts what attempts spend, and nothing twice', () => {
    const journal = lab();
    const id = propose(journal, 'root');
    attempt(journal, id, 'evaluated', 0.5);
    const invalid = { outcome: 'invalid', epoch: 1, reason: 'exit 1', stages: [] } as const;
    attempt(journal, id, 'failed', 0, { evaluation: invalid });
    attempt(journal, id, 'failed', 0, { evaluation: invalid });
    expect(experiment(journal, id)).toMatchObject({ status: 'failed', attempt: 3, spent: 1, failures: 2 });
    attempt(journal, id, 'failed', 0, { evaluation: null, cause: 'machine' });
    expect(experiment(journal, id)).toMatchObject({ attempt: 4, spent: 1, failures: 2 });
    expect(journal.view().counts()).toMatchObject({ proposed: 1, candidates: 1, scored: 0, invalid: 0, open: 1 });
    attempt(journal, id, 'evaluated', 0.5);
    expect(experiment(journal, id)).toMatchObject({ status: 'evaluated', spent: 2, failures: 0 });
    attempt(journal, id, 'committed', 5);
    expect(journal.view().counts()).toMatchObject({ scored: 1, invalid: 0, added: 1, open: 0, charged: 5 });
    expect(
      journal
        .view()
        .attempts(id)
        .map(({ end }) => end?.outcome),
    ).toEqual('evaluated failed failed failed evaluated committed'.split(' '));
    expect(journal.view().history(9).at(-1)).toMatchObject({ batch: 1, best: 5, average: 5 });
  });

  const seat = (journal: Journal, lane: number, batch = 1): string => {
    const brief = { objective: '', boundaries: [], pointers: [] };
    const place = { batch, ord: lane * 1000, home: COMMITTED, operator: 'brief' as const, by: 'ann' };
    const made = { id: `r1-l${lane}-d0`, ...place, seat: { round: 1, lane, iteration: 0 } };
    const proposal = { ...made, parents: ['root'] as const, inspirations: [], brief };
    journal.append(() => [{ type: 'proposed', proposal }]);
    return proposal.id;
  };

  it('is mended by whoever made it: what it came to counts no more, what it spent does', () => {
    const journal = lab();
    const id = seat(journal, 0);
    const evaluation = {
      outcome: 'invalid',
      epoch: 1,
      reason: 'exit 1',
      tail: `${'x'.repeat(5000)}end`,
      stages: [],
    } as const;
    attempt(journal, id, 'failed', 0, { evaluation });
    expect(journal.view().unfinished(9)).toEqual([]);
    journal.append(() => [{ type: 'retried', experiment: id, reason: 'it crashes' }]);
    const { again, ...known } = experiment(journal, id) ?? {};
    expect(known).toMatchObject({ status: 'pending', attempt: 1, failures: 1 });
    expect([again?.reason, again?.tail?.length, again?.tail?.endsWith('end')]).toEqual(['it crashes', 4000, true]);
    expect(journal.view().entry(id)).not.toHaveProperty('evaluation');
    expect(journal.view().counts()).toMatchObject({ open: 1, candidates: 1, invalid: 0, charged: 1 });
    expect(journal.view().run()?.statuses).toMatchObject({ pending: 1, failed: 0 });
    expect(
      journal
        .view()
        .unfinished(9)
        .map(({ proposal }) => proposal.id),
    ).toEqual([id]);
    attempt(journal, id, 'committed', 5);
    expect(experiment(journal, id)).toMatchObject({ status: 'committed', attempt: 2, failures: 0 });
    expect(experiment(journal, id)).not.toHaveProperty('again');
    expect(journal.view().counts()).toMatchObject({ open: 0, scored: 1, invalid: 0, charged: 2 });
  });

  it('what is laid aside before it has its place is best for nobody, and comes back when it is restored', () => {
    const journal = lab();
    const id = seat(journal, 0);
    begin(journal, id);
    journal.append(() => [{ type: 'evaluated', candidate: id, evaluation: measured(9) }]);
    journal.append((view) => {
      const [concluded, placed] = concluding(view, id, 'committed', 9);
      const pruned = { type: 'pruned', experiment: id, kind: 'invalid', reason: 'a table' } as const;
      return concluded === undefined || placed === undefined ? [] : [concluded, pruned, placed];
    });
    expect([best(journal), home(journal, COMMITTED), home(journal, FRONTIER)]).toEqual(['root', ['root'], ['root']]);
    expect(journal.view().improvements(9)).toHaveLength(1);
    expect(experiment(journal, id)).toMatchObject({ status: 'pruned', invalid: id, laid: { was: 'committed' } });
    expect(journal.view().counts()).toMatchObject({ open: 0, added: 1 });
    restore(journal, id);
    expect([best(journal), home(journal, FRONTIER)]).toEqual([id, [id]]);
  });

  it('of equals in a round the first in order is best, in whatever order they come', () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const journal = lab();
      for (const lane of [0, 1, 2]) seat(journal, lane);
      for (const lane of order) attempt(journal, `r1-l${lane}-d0`, 'committed', 5);
      expect([best(journal), home(journal, COMMITTED)]).toEqual([
        'r1-l0-d0',
        ['r1-l0-d0', 'r1-l1-d0', 'r1-l2-d0', 'root'],
      ]);
      prune(journal, 'r1-l0-d0', 'invalid');
      expect(best(journal)).toBe('r1-l1-d0');
      expect(journal.view().history(9).at(-1)).toMatchObject({ batch: 1, average: 5 });
    }
  });

  it('after the best has left, it is known since when the other is', () => {
    const journal = lab();
    const a = committed(journal, 'root', 2);
    const at = journal.view().run()?.bestAt;
    committed(journal, 'root', 1.5);
    const b = committed(journal, 'root', 3);
    expect([at, journal.view().run()?.bestAt]).toEqual([1, 3]);
    prune(journal, b, 'invalid');
    expect([best(journal), journal.view().run()?.bestAt]).toEqual([a, 1]);
    prune(journal, a, 'invalid');
    expect(journal.view().run()).toMatchObject({ bestAt: 2 });
    restore(journal, b);
    expect([best(journal), journal.view().run()?.bestAt]).toEqual([b, 3]);
  });

  it('a round has its batch to itself, and is averaged over all that it brought', () => {
    const journal = lab();
    const opening = { round: 1, batch: 1, epoch: 1, scans: [] };
    journal.append(() => [{ type: 'memo', key: 'round/1', value: opening }]);
    const mine = propose(journal, 'root');
    expect(journal.view().entry(mine)?.proposal.batch).toBe(2);
    for (const lane of [0, 1]) seat(journal, lane);
    attempt(journal, 'r1-l0-d0', 'evaluated', 1);
    attempt(journal, 'r1-l1-d0', 'committed', 5);
    expect(journal.view().history(9)).toMatchObject([{ batch: 0 }, { batch: 1, average: 3, best: 5 }]);
    journal.append(() => [{ type: 'retried', experiment: 'r1-l0-d0', reason: 'why' }]);
    attempt(journal, 'r1-l0-d0', 'committed', 9);
    expect(journal.view().history(9)).toMatchObject([{ batch: 0 }, { batch: 1, average: 7, best: 9 }]);
  });

  it('knows that there was no money, until there is more', () => {
    const journal = lab();
    const id = seat(journal, 0);
    journal.append(() => [
      { type: 'discarded', experiment: id, reason: 'no room for an author', spent: true },
      { type: 'placed', proposal: id, placement: { kind: 'refused', reason: DISCARDED } },
    ]);
    expect(journal.view().run()?.unaffordable).toBe('no room for an author');
    const { adjustable } = labConfig();
    journal.append(() => [{ type: 'configured', adjustable }]);
    expect(journal.view().run()).not.toHaveProperty('unaffordable');
    journal.append(() => [{ type: 'infra', reason: 'no room for an audit', spent: true }]);
    expect(journal.view().run()?.unaffordable).toBe('no room for an audit');
    expect(journal.view().remarks({ kind: 'infra' }, 9)).toEqual([]);
  });

  it('opens again what was discarded before it came to anything', () => {
    const journal = lab();
    const id = propose(journal, 'root');
    journal.append(() => [
      { type: 'discarded', experiment: id, reason: 'twice the same' },
      { type: 'placed', proposal: id, placement: { kind: 'refused', reason: DISCARDED } },
    ]);
    expect(experiment(journal, id)).toMatchObject({ status: 'discarded', laid: { reason: 'twice the same' } });
    expect(journal.view().counts().open).toBe(0);
    restore(journal, id);
    expect(experiment(journal, id)).toMatchObject({ status: 'pending' });
    expect(experiment(journal, id)).not.toHaveProperty('laid');
    expect(journal.view().counts().open).toBe(1);
    restore(journal, id);
    expect(journal.view().counts().open).toBe(1);
  });

  it('never makes more of what is restored than it was', () => {
    const journal = lab();
    const id = propose(journal, 'root');
    attempt(journal, id, 'evaluated', 0.5);
    prune(journal, id, 'exhausted');
    prune(journal, id, 'invalid');
    expect(experiment(journal, id)).toMatchObject({ status: 'pruned', invalid: id });
    restore(journal, id);
    expect(experiment(journal, id)?.status).toBe('evaluated');
    expect(experiment(journal, id)).not.toHaveProperty('invalid');
    expect([home(journal, COMMITTED), best(journal)]).toEqual([['root'], 'root']);
  });

  it('keeps the score of what is exhausted, but branches from its parent again', () => {
    const journal = lab();
    const id = committed(journal, 'root', 5);
    prune(journal, id, 'exhausted');
    expect([home(journal, FRONTIER), home(journal, COMMITTED), best(journal)]).toEqual([['root'], [id, 'root'], id]);
    restore(journal, id);
    expect(home(journal, FRONTIER)).toEqual([id]);
  });

  it('rolls the best back from what is invalid, with all that came of it, and forward again', () => {
    const journal = lab();
    const [a, b] = [committed(journal, 'root', 5), committed(journal, 'root', 3)];
    const child = committed(journal, a, 7);
    const later = propose(journal, a);
    prune(journal, a, 'invalid');
    expect([best(journal), home(journal, COMMITTED), home(journal, FRONTIER)]).toEqual([b, [b, 'root'], [b]]);
    expect([child, later].map((id) => experiment(journal, id)?.invalid)).toEqual([a, a]);
    const improvements = journal.view().improvements(9).length;
    restore(journal, a);
    expect([best(journal), home(journal, FRONTIER)]).toEqual([child, [child, b]]);
    expect(journal.view().improvements(9)).toHaveLength(improvements);
    expect(journal.view().run()?.bestBatch).toBe(3);
  });

  it('keeps apart who is invalid by itself and who by an ancestor', () => {
    const journal = lab();
    const a = committed(journal, 'root', 2);
    const b = committed(journal, a, 3);
    const c = committed(journal, b, 4);
    prune(journal, a, 'invalid');
    prune(journal, b, 'invalid');
    expect([a, b, c].map((id) => experiment(journal, id)?.invalid)).toEqual([a, b, b]);
    restore(journal, a);
    expect([best(journal), home(journal, COMMITTED)]).toEqual([a, [a, 'root']]);
    prune(journal, a, 'invalid');
    restore(journal, b);
    expect([a, b, c].map((id) => experiment(journal, id)?.invalid)).toEqual([a, a, a]);
    restore(journal, a);
    expect([best(journal), home(journal, FRONTIER)]).toEqual([c, [c]]);
  });

  it('makes nothing best that is committed below an invalid one', () => {
    const journal = lab();
    const a = committed(journal, 'root', 2);
    const late = propose(journal, a);
    begin(journal, late);
    prune(journal, a, 'invalid');
    journal.append(() => [{ type: 'evaluated', candidate: late, evaluation: measured(9) }]);
    journal.append((view) => concluding(view, late, 'committed', 9));
    expect([best(journal), home(journal, COMMITTED)]).toEqual(['root', ['root']]);
    restore(journal, a);
    expect(best(journal)).toBe(late);
  });

  it('where there is noise the best comes back unasked, and nobody else does', () => {
    const journal = lab();
    const a = committed(journal, 'root', 2);
    const b = committed(journal, 'root', 3);
    journal.append(() => [{ type: 'sampled', candidate: a, samples: [9, 9, 9] }]);
    expect([journal.view().run()?.noisy, best(journal)]).toEqual([true, b]);
    prune(journal, a, 'invalid');
    restore(journal, a);
    expect(best(journal)).toBe(b);
    prune(journal, b, 'invalid');
    expect(best(journal)).toBe(a);
    restore(journal, b);
    expect(best(journal)).toBe(b);
  });

  it('a breaking event empties everything until the root is back', () => {
    const journal = lab();
    const a = committed(journal, 'root', 2);
    const b = committed(journal, a, 3);
    const flying = propose(journal, a);
    begin(journal, flying);
    journal.append(() => [{ type: 'infra', reason: 'another machine', noted: true, breaking: true }]);
    expect(journal.view().run()).toMatchObject({ epoch: 2, blocked: true });
    expect([best(journal), home(journal, COMMITTED), home(journal, FRONTIER)]).toEqual([undefined, [], []]);
    expect([a, b, 'root'].map((id) => experiment(journal, id))).toMatchObject(
      [0, 0, 0].map((branches) => ({ status: 'committed', branches })),
    );
    // What was begun before says nothing now.
    journal.append(() => [{ type: 'evaluated', candidate: flying, evaluation: measured(99, 1) }]);
    journal.append((view) => concluding(view, flying, 'committed', 99));
    expect([best(journal), home(journal, COMMITTED)]).toEqual([undefined, []]);
    attempt(journal, 'root', 'committed', 10, { rescore: true });
    expect(journal.view().run()).not.toHaveProperty('blocked');
    expect([best(journal), home(journal, FRONTIER)]).toEqual(['root', ['root']]);
    attempt(journal, b, 'committed', 12, { rescore: true });
    expect([best(journal), home(journal, COMMITTED)]).toEqual([b, [b, 'root']]);
    expect(experiment(journal, b)).toMatchObject({ attempt: 2, spent: 0 });
    expect(journal.view().attempts(b)).toMatchObject([{ epoch: 1 }, { epoch: 2, rescore: true }]);
    restore(journal, a);
    expect(home(journal, COMMITTED)).toEqual([b, 'root']);
  });

  it('another harness is another epoch and another base', () => {
    const journal = lab();
    journal.append(() => [{ type: 'based', base: { commit: 'n', tree: 't' }, reason: 'more tasks' }]);
    expect(journal.view().run()).toMatchObject({ epoch: 2, blocked: true, base: { commit: 'n' } });
    expect(journal.view().remarks({ kind: 'infra' }, 9)).toMatchObject([{ text: 'more tasks', breaking: true }]);
  });

  it('a best that is measured once more is best only while it is', () => {
    const journal = lab();
    const [a, b] = [committed(journal, 'root', 5), committed(journal, 'root', 3)];
    begin(journal, a, true);
    expect([best(journal), home(journal, FRONTIER)]).toEqual([b, [b]]);
    journal.append(() => [{ type: 'evaluated', candidate: a, evaluation: measured(4) }]);
    journal.append((view) => concluding(view, a, 'committed', 4));
    expect([best(journal), home(journal, FRONTIER)]).toEqual([a, [a, b]]);
    attempt(journal, a, 'evaluated', 0, { rescore: true });
    expect([best(journal), experiment(journal, a)?.spent]).toEqual([b, 0]);
  });

  it('goes by what is known of tasks now', () => {
    const journal = lab();
    const leaders = () =>
      journal
        .view()
        .leaders(FRONTIER, [])
        .map(({ task, id, key }) => [task, id, key]);
    const [a, b] = [propose(journal, 'root'), propose(journal, 'root')];
    attempt(journal, a, 'committed', 5, { tasks: { x: 1, y: 4, '': 9 } });
    attempt(journal, b, 'committed', 6, { tasks: { x: 1, y: 3 } });
    expect(leaders()).toEqual([
      ['x', b, 1],
      ['y', a, 4],
    ]);
    journal.append(() => [{ type: 'sampled', candidate: a, samples: [9, 9, 9] }]);
    expect(leaders()).toEqual([
      ['x', a, 1],
      ['y', a, 4],
    ]);
    attempt(journal, a, 'committed', 7, { rescore: true, tasks: { y: 2, constructor: 1 } });
    expect(leaders()).toEqual([['y', b, 3]]);
    expect(
      journal
        .view()
        .leaders(FRONTIER, [b])
        .map(({ task }) => task),
    ).toEqual(['constructor', 'y']);
    expect(journal.view().leaders(FRONTIER, [a, b])).toEqual([]);
  });

  it('remembers what was said, and answers by kind, experiment and task', () => {
    const journal = lab();
    const id = propose(journal, 'root');
    journal.append(() => [
      { type: 'annotated', experiment: id, text: 'one' },
      { type: 'annotated', experiment: id, task: 't', text: 'two' },
      { type: 'annotated', experiment: 'root', task: 't', text: 'three' },
      { type: 'noted', text: 'of all' },
      { type: 'noted', text: 'of one', experiment: id },
      { type: 'infra', reason: 'no disk', noted: true },
      { type: 'observed', kind: 'hint', text: 'it is the cache' },
      { type: 'observed', kind: 'alert', text: 'somebody has the card' },
      { type: 'observed', kind: 'hint', text: 'no, it is not' },
      { type: 'tagged', experiment: id, tags: ['cheap'] },
    ]);
    const texts = (filter: Parameters<ReturnType<Journal['view']>['remarks']>[0], limit = 9) =>
      journal
        .view()
        .remarks(filter, limit)
        .map(({ text }) => text);
    expect(texts({ kind: 'annotation' }, 2)).toEqual(['three', 'two']);
    expect(texts({ kind: 'annotation', experiment: id })).toEqual(['two', 'one']);
    expect(texts({ kind: 'annotation', task: 't' })).toEqual(['three', 'two']);
    expect(texts({ kind: 'annotation', experiment: id, task: 't' })).toEqual(['two']);
    expect(texts({ kind: 'note' })).toEqual(['of one', 'of all']);
    expect(texts({ kind: 'note', general: true })).toEqual(['of all']);
    expect(texts({ kind: 'infra' })).toEqual(['no disk']);
    expect(texts({ kind: 'hint' })).toEqual(['no, it is not', 'it is the cache']);
    expect(texts({ kind: 'hint' }, 1)).toEqual(['no, it is not']);
    expect(texts({ kind: 'alert' })).toEqual(['somebody has the card']);
    expect(experiment(journal, id)?.tags).toEqual(['cheap']);
  });

  it('delivers directives until the first acknowledgement, and forgets gates that were removed', () => {
    const journal = lab();
    const id = propose(journal, 'root');
    const gate = (name: string, command: string) => ({ name, command, phase: 'post' as const });
    journal.append(() => [
      { type: 'directed', directive: 'd1', text: 'no caches' },
      { type: 'directed', directive: 'd2', text: 'only here', experiment: id },
      { type: 'acknowledged', directive: 'd1', by: 'ann' },
      { type: 'acknowledged', directive: 'd1', by: 'bob' },
      { type: 'acknowledged', directive: 'd9', by: 'bob' },
      { type: 'gated', experiment: id, gate: gate('unit', 'a') },
      { type: 'gated', experiment: 'root', gate: gate('unit', 'b') },
      { type: 'gated', experiment: 'root', gate: gate('lint', 'c') },
      { type: 'gated', experiment: id, gate: gate('unit', 'd') },
    ]);
    expect(journal.view().directives(9)).toMatchObject([
      { id: 'd2', experiment: id },
      { id: 'd1', acknowledged: { by: 'ann' } },
    ]);
    expect(
      journal
        .view()
        .nodeGates()
        .map((one) => one.gate.command),
    ).toEqual(['d', 'b', 'c']);
    expect(gatesFor(journal.view(), id, true).map((one) => one.gate.command)).toEqual(['b', 'c']);
    journal.append(() => [{ type: 'ungated', experiment: 'root', name: 'unit' }]);
    expect(gatesFor(journal.view(), id, true).map((one) => one.gate.command)).toEqual(['c', 'd']);
    expect(gatesFor(journal.view(), id).map((one) => one.gate.command)).toEqual(['c']);
  });

  it('knows who has which clone, and whose attempt is to end', () => {
    const journal = lab();
    const [a, b] = [propose(journal, 'root'), propose(journal, 'root')];
    journal.append(() => [
      { type: 'leased', experiment: a, place: { kind: 'pool', where: '/one' } },
      { type: 'leased', experiment: b, place: { kind: 'worktree', where: '/two' } },
    ]);
    expect(journal.view().run()?.leases).toEqual({ '/one': a });
    expect(experiment(journal, b)?.place).toEqual({ kind: 'worktree', where: '/two' });
    journal.append(() => [{ type: 'abort-requested', experiment: a, attempt: 0 }]);
    expect(experiment(journal, a)).not.toHaveProperty('aborting');
    begin(journal, a);
    journal.append(() => [{ type: 'abort-requested', experiment: a, attempt: 1 }]);
    expect(experiment(journal, a)?.aborting).toBe(true);
    journal.append((view) => concluding(view, a, 'failed', null, 'aborted'));
    expect(experiment(journal, a)).not.toHaveProperty('aborting');
    journal.append(() => [
      { type: 'released', experiment: a },
      { type: 'released', experiment: a },
    ]);
    expect(journal.view().run()?.leases).toEqual({});
    expect(experiment(journal, a)).not.toHaveProperty('place');
  });
});
