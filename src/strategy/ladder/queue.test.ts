import { describe, expect, it } from 'vitest';
import { LADDER } from '../../domain/ladder.ts';
import type { QueueItem } from '../../domain/work-item.ts';
import { blockersIn } from './blockers.ts';
import type { Pinned } from './memos.ts';
import { type PinnedCourse, pinnedNext, type Queue, queueAfter, queueLeft } from './queue.ts';
import { scoped } from './scope.ts';
import { item } from './world.fixture.ts';

const line = (id: string, blocker?: string): QueueItem => ({
  ...{ id, title: `\`${id}\` do it`, text: `\`${id}\` do it\n  with care` },
  ...(blocker === undefined ? {} : { blocker }),
});
const QUEUE: Queue = { index: 0, completed: [], escalated: [], chain: [], file: 'q.md', total: 3 };
const ITEMS = [line('a', 'x'), line('b'), line('c', 'a')];
const ANY = { scope: { mutable: [], immutable: [] } };

const next = (items: readonly QueueItem[], queue: Queue, scope = ANY.scope) =>
  pinnedNext(items, queue, [], 7, LADDER, (work) => scoped(work, { scope }));

describe('the queue', () => {
  it('takes a declared blocker first, then the item', () => {
    expect(next(ITEMS, QUEUE).next).toMatchObject({
      pinned: { item: 'a', index: 0, total: 3, unblock: { target: 'x', depth: 1 } },
      scoped: { work: { target: 'x', title: 'Unblock: land x as minimum unblocker' } },
    });
    const after = next(ITEMS, { ...QUEUE, completed: ['x'] }).next;
    expect(after?.pinned).toEqual({ item: 'a', index: 0, total: 3 });
    expect(after?.scoped.work).toMatchObject({
      ref: 'queue:a',
      source: 'pinned',
      description: '`a` do it\n  with care',
    });
  });

  it('names an issue by its own title', () => {
    const beads = [item('Fix it', { ref: 'beads:b', target: 'b' })];
    const { next: found } = pinnedNext(ITEMS, { ...QUEUE, index: 1, completed: ['a'] }, beads, 7, LADDER, (work) =>
      scoped(work, ANY),
    );
    expect(found?.scoped.work.title).toBe('Land b: Fix it');
  });

  it('is over when all is done or given up', () => {
    const queue = { ...QUEUE, completed: ['a', 'b'], escalated: [{ id: 'c', reason: '', cycle: 1, chain: [] }] };
    expect(next(ITEMS, queue)).toEqual({ queue: { ...queue, index: 3 } });
    expect(queueLeft({ ...queue, index: 3 })).toBe(0);
    expect(queueLeft(QUEUE)).toBe(3);
    expect(queueLeft(undefined)).toBe(0);
  });

  it('goes on where a state of somebody else’s says', () => {
    expect(next(ITEMS, { ...QUEUE, index: 1 }).next?.pinned.item).toBe('b');
  });

  it('follows blockers two levels deep and gives up on the third', () => {
    const deep = [line('a', 'b'), line('b', 'c'), line('c', 'd'), line('d')];
    const { queue, next: found } = next(deep, QUEUE);
    expect(queue.escalated).toMatchObject([
      { id: 'a', reason: 'more than 2 levels of blockers', chain: ['b', 'c', 'd'], cycle: 7 },
    ]);
    expect(found?.pinned).toMatchObject({ item: 'b', unblock: { target: 'd', depth: 2 } });
  });

  it('gives up on blockers in a circle', () => {
    const { queue, next: found } = next([line('a', 'b'), line('b', 'a')], QUEUE);
    expect(queue.escalated.map(({ id, reason }) => [id, reason])).toEqual([
      ['a', 'its blockers form a circle'],
      ['b', 'its blocker a was escalated'],
    ]);
    expect(found).toBeUndefined();
  });

  it('gives up on what can not be done within the scope, and on what waits for it', () => {
    const beads = [item('x', { target: 'a', about: ['core/a.ts'] })];
    const scope = { mutable: [], immutable: ['core'] };
    const { queue, next: found } = pinnedNext([line('a'), line('b'), line('c', 'a')], QUEUE, beads, 7, LADDER, (work) =>
      scoped(work, { scope }),
    );
    expect(queue.escalated.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(found?.pinned.item).toBe('b');
  });
});

describe('after a cycle', () => {
  const pinned: Pinned = { item: 'a', index: 0, total: 3 };
  const unblocking: Pinned = { ...pinned, unblock: { target: 'x', depth: 1 } };
  const course = (more: Partial<PinnedCourse>): PinnedCourse => ({
    ...{ cycle: 7, pinned, succeeded: false, reason: 'no', blockers: [], failures: 0, retried: false, ...more },
  });
  const came = (queue: Queue, more: Partial<PinnedCourse>) => queueAfter(ITEMS, queue, course(more), LADDER);

  it('an item that is done is left behind, and its failures with it', () => {
    expect(came(QUEUE, { succeeded: true, failures: 2, retried: true })).toMatchObject({
      ...{ failures: 0, retried: false, unblocked: false },
      queue: { index: 1, completed: ['a'], chain: [] },
    });
  });

  it('a blocker that is done leads back to the item', () => {
    expect(came({ ...QUEUE, chain: ['y', 'x'] }, { pinned: unblocking, succeeded: true })).toMatchObject({
      ...{ unblocked: true, failures: 0 },
      queue: { index: 0, completed: ['x'], chain: ['y'] },
    });
  });

  it('a failure that names a blocker goes there first, as deep as it may', () => {
    const first = came(QUEUE, { blockers: ['a', 'ag-7'] });
    expect(first).toMatchObject({ failures: 1, queue: { chain: ['ag-7'], index: 0 } });
    const second = came({ ...QUEUE, chain: ['x', 'ag-7'] }, { pinned: unblocking, blockers: ['ag-8'], failures: 1 });
    expect(second).toMatchObject({ failures: 2, retried: true, queue: { chain: ['x', 'ag-7'] } });
  });

  it('any other is tried once more with care, then given up, and what waits for it with it', () => {
    expect(came(QUEUE, {})).toMatchObject({ retried: true, failures: 1, queue: { index: 0 } });
    const given = came(QUEUE, { retried: true, failures: 1 });
    expect(given).toMatchObject({ failures: 0, retried: false, queue: { index: 1, chain: [] } });
    expect(given.queue.escalated.map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('the third failure is the last, whatever blocks', () => {
    expect(came(QUEUE, { failures: 2, blockers: ['ag-7'] }).queue.escalated).toMatchObject([
      { id: 'a', reason: 'no', cycle: 7 },
      { id: 'c' },
    ]);
  });
});

it.each([
  ['blocked by ag-12, which is open', ['ag-12']],
  ['it requires `the parser` first', ['the parser']],
  ['it requires the parser', []],
  ['depends on rig-8z29.', ['rig-8z29']],
  ["Error: Cannot find module './lexer.js'", ['./lexer.js']],
  ['ModuleNotFoundError: No module named yaml.loader', ['yaml.loader']],
  ['q-1 and q-10 fail', ['q-1']],
  ['all is well', []],
])('%s: %j', (text, blockers) => {
  expect(blockersIn(text, ['q-1'])).toEqual(blockers);
});
