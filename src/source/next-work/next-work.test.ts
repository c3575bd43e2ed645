import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch, write } from '../../workspace/test-kit.ts';
import { NEXT_WORK } from '../files.ts';
import { claimItem, consumeItems, settleItem } from './claim.ts';
import { nextWorkIn, readNextWork } from './file.ts';
import { compact, type Harvest, harvest } from './harvest.ts';
import { openOf, waiting } from './order.ts';

const AT = '2026-01-01T00:00:00.000Z';
const NOW = '2026-01-02T00:00:00.000Z';
const ME = { owner: 'evolve:cycle-1', at: AT };

function laid(...lines: readonly (string | object)[]): string {
  const root = scratch();
  write(root, {
    [NEXT_WORK]: `${lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')}\n`,
  });
  return root;
}
const linesOf = (root: string): readonly string[] =>
  readFileSync(join(root, NEXT_WORK), 'utf8').split('\n').slice(0, -1);
const entryOf = (root: string, at: number) => JSON.parse(linesOf(root)[at] ?? '');

const entry = (...items: readonly object[]) => ({ source_epic: 'ag-1', timestamp: AT, items });
const A = {
  title: 'A',
  type: 'bug',
  severity: 'high',
  source: 'council-finding',
  description: 'a',
  mine: { kept: [1] },
};
const B = { title: 'B', type: 'task', severity: 'low', source: 'retro-learning', description: 'b' };
const A_REF = 'source_epic=ag-1:item=A';

describe('a claim', () => {
  it('takes an item, keeps what it does not know and leaves odd lines as they are', async () => {
    const root = laid('{not json', { ...entry(A, B), extra: true }, '  ', '{"no":"title"}');
    expect(await claimItem(root, A_REF, ME)).toEqual({ claimed: true });
    const [first, , third, fourth] = linesOf(root);
    expect([first, third, fourth]).toEqual(['{not json', '  ', '{"no":"title"}']);
    expect(entryOf(root, 1)).toEqual({
      ...entry({ ...A, claim_status: 'in_progress', claimed_by: ME.owner, claimed_at: AT }, B),
      extra: true,
      consumed: false,
      claim_status: 'in_progress',
      claimed_by: ME.owner,
      claimed_at: AT,
      consumed_by: null,
      consumed_at: null,
    });
    expect(readNextWork(root).warnings.join()).toMatch(/1, 4/);
  });

  it('is lost to who was faster, and is the same when asked again', async () => {
    const root = laid(entry(A));
    await claimItem(root, A_REF, ME);
    const before = linesOf(root);
    expect(await claimItem(root, A_REF, ME)).toEqual({ claimed: true });
    expect(linesOf(root)).toEqual(before);
    expect(await claimItem(root, A_REF, { owner: 'other', at: AT })).toEqual({ claimed: false, by: ME.owner });
    // Another session that counts from the same ledger.
    expect(await claimItem(root, A_REF, { ...ME, at: NOW })).toEqual({ claimed: false, by: ME.owner });
    expect(await claimItem(root, 'source_epic=ag-1:item=C', ME)).toEqual({ claimed: false, by: 'it is gone' });
  });

  it('takes an older tool’s line of one item', async () => {
    const root = laid({ id: 'old-1', title: 'Old', severity: 'high', created_at: AT });
    expect(await claimItem(root, 'source_epic=old-1:item=Old', ME)).toEqual({ claimed: true });
    expect(entryOf(root, 0)).toMatchObject({ id: 'old-1', claim_status: 'in_progress', created_at: AT });
    await settleItem(root, 'source_epic=old-1:item=Old', ME.owner, { kind: 'consumed' }, NOW);
    expect(entryOf(root, 0)).toMatchObject({ consumed: true, consumed_by: ME.owner, consumed_at: NOW });
  });
});

describe('settling', () => {
  it('ticks off the entry only with its last item', async () => {
    const root = laid(entry(A, B));
    await claimItem(root, A_REF, ME);
    expect(await settleItem(root, A_REF, ME.owner, { kind: 'consumed' }, NOW)).toBeUndefined();
    expect(entryOf(root, 0)).toMatchObject({ consumed: false, claim_status: 'available', consumed_by: null });
    expect(await settleItem(root, A_REF, ME.owner, { kind: 'consumed' }, NOW)).toBeUndefined();
    await consumeItems(root, ['source_epic=ag-1:item=B'], 'evolve:preflight', NOW);
    expect(entryOf(root, 0)).toMatchObject({ consumed: true, claim_status: 'consumed', consumed_at: NOW });
  });

  it('stamps a failure of the work, and none of the machine', async () => {
    const root = laid(entry(A));
    await claimItem(root, A_REF, ME);
    await settleItem(root, A_REF, ME.owner, { kind: 'released', failed: false, reason: 'no agent' }, NOW);
    expect(entryOf(root, 0).items[0]).toMatchObject({ claim_status: 'available', claimed_by: null });
    expect(entryOf(root, 0).items[0]).not.toHaveProperty('failed_at');
    await claimItem(root, A_REF, ME);
    await settleItem(root, A_REF, ME.owner, { kind: 'released', failed: true, reason: 'red' }, NOW);
    expect(entryOf(root, 0).items[0]).toMatchObject({ claim_status: 'available', failed_at: NOW });
  });

  it('leaves what somebody else has', async () => {
    const root = laid(entry(A));
    await claimItem(root, A_REF, { owner: 'other', at: AT });
    const before = linesOf(root);
    expect(await settleItem(root, A_REF, ME.owner, { kind: 'consumed' }, NOW)).toMatch(/no longer claimed/);
    expect(linesOf(root)).toEqual(before);
  });

  it('gives each item what an entry said for all of them', async () => {
    const root = laid({ ...entry(A, B), claim_status: 'in_progress', claimed_by: ME.owner, claimed_at: AT });
    await settleItem(root, A_REF, ME.owner, { kind: 'consumed' }, NOW);
    expect(entryOf(root, 0)).toMatchObject({ consumed: false, claim_status: 'in_progress', claimed_by: ME.owner });
    expect(entryOf(root, 0).items[1]).toMatchObject({ claim_status: 'in_progress', claimed_by: ME.owner });
  });
});

describe('the order', () => {
  const titles = (items: readonly object[]) =>
    waiting(nextWorkIn(JSON.stringify(entry(...items))).items, ['mine', 'us/mine']).map(({ item }) => item.title);

  it('goes by repository, earlier failure, severity, type and place', () => {
    const items = [
      { title: 'low', severity: 'low' },
      { title: 'process', severity: 'high', type: 'process-improvement' },
      { title: 'high', severity: 'high' },
      { title: 'high, later', severity: 'high' },
      { title: 'failed', severity: 'high', failed_at: AT },
      { title: 'any', target_repo: '*', severity: 'low' },
      { title: 'ours, failed', target_repo: 'us/Mine', severity: 'low', failed_at: AT },
      { title: 'ours', target_repo: 'mine', severity: 'low' },
      { title: 'theirs', target_repo: 'theirs', severity: 'high' },
      { title: 'taken', severity: 'high', claim_status: 'in_progress' },
      { title: 'done', severity: 'high', consumed: true },
    ];
    expect(titles(items)).toEqual(['ours', 'ours, failed', 'any', 'high', 'high, later', 'process', 'low', 'failed']);
    expect(openOf(nextWorkIn(JSON.stringify(entry(...items))).items, ['mine'])).toEqual({ high: 5, medium: 0, low: 3 });
  });

  it('lets parts wait for the waves before them', () => {
    const items = [
      { title: 'second', wave: 2 },
      { title: 'first', wave: 1 },
      { title: 'done', wave: 1, consumed: true },
    ];
    expect(titles(items)).toEqual(['first']);
    expect(titles(items.map((one) => ({ ...one, consumed: one.wave === 1 })))).toEqual(['second']);
  });
});

describe('a harvest', () => {
  const event: Harvest = {
    epic: 'evolve:cycle-3',
    producer: 'run cycle/3/close',
    source: 'council-finding',
    at: AT,
    items: [
      { title: 'Fix "this"\nand\u0000 that', type: 'bug', severity: 'high', description: 'line\u2028one\ntwo' },
      { title: 'fix THIS and that!', type: 'bug', severity: 'low', description: 'again' },
      { title: 'a.', type: 'bug', severity: 'low', description: 'is there' },
      { title: ' ?! ', type: 'bug', severity: 'low', description: 'says nothing' },
    ],
  };

  it('is one entry of one line, without what waits already, and once', async () => {
    const root = laid(entry(A));
    expect(await harvest(root, event)).toEqual(['Fix "this" and that']);
    const lines = linesOf(root);
    expect(lines).toHaveLength(2);
    expect(entryOf(root, 1)).toMatchObject({
      source_epic: 'evolve:cycle-3',
      timestamp: AT,
      consumed: false,
      claim_status: 'available',
      items: [{ title: 'Fix "this" and that', source: 'council-finding', description: 'line one\ntwo' }],
    });
    expect(await harvest(root, event)).toEqual(['Fix "this" and that']);
    expect(linesOf(root)).toEqual(lines);
  });

  it('takes up again what was finished and has come back', async () => {
    const root = laid(entry({ ...A, consumed: true }));
    expect(await harvest(root, event)).toEqual(['Fix "this" and that', 'a.']);
  });

  it('is bounded', async () => {
    const root = scratch();
    const many = Array.from({ length: 50 }, (_, at) => ({
      title: `${at} ${'x'.repeat(500)}`,
      type: 'bug' as const,
      severity: 'low' as const,
      description: '😀'.repeat(5000),
    }));
    expect(await harvest(root, { ...event, items: many })).toHaveLength(20);
    const [item] = entryOf(root, 0).items;
    expect(item.title).toHaveLength(200);
    expect(item.description.isWellFormed?.() ?? true).toBe(true);
    expect(item.description.length).toBeLessThanOrEqual(4000);
  });

  it('of nothing writes nothing', async () => {
    const root = scratch();
    expect(await harvest(root, { ...event, items: [] })).toEqual([]);
    expect(existsSync(join(root, NEXT_WORK))).toBe(false);
  });

  it('makes room: what was finished long ago goes', async () => {
    const day = 24 * 60 * 60 * 1000;
    const old = { consumed: true, consumed_at: AT };
    const root = laid(
      'odd',
      { ...entry(A), ...old },
      { ...entry(B), consumed: true },
      { ...entry(A), ...old, items: [{ ...A, claim_status: 'available' }] },
    );
    expect(await compact(root, Date.parse(AT) + 29 * day)).toBe(0);
    expect(await compact(root, Date.parse(AT) + 31 * day)).toBe(1);
    expect(linesOf(root)).toHaveLength(3);
  });
});
