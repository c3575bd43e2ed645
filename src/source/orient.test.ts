import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch, write } from '../workspace/test-kit.ts';
import { A, AT, entry, IMPROVED, jsonAt, orientOf, textAt, workOf } from './asking.fixture.ts';
import { deskOf } from './desk.fixture.ts';
import { fakeBd } from './fake-bd.fixture.ts';
import { LEDGER, NEXT_WORK } from './files.ts';
import { encodeLine } from './ledger/line.ts';

describe('orient', () => {
  it('goes on from the ledger, and gives back what nobody works on any more', async () => {
    const desk = deskOf();
    const mine = { claim_status: 'in_progress', claimed_by: 'evolve:cycle-2', claimed_at: AT };
    write(desk.root, {
      [LEDGER]: `${encodeLine(IMPROVED)}\n`,
      [NEXT_WORK]: entry(
        { ...A, ...mine },
        { ...A, title: 'Other', ...mine, claimed_by: 'evolve-quality:cycle-1' },
        { ...A, title: 'Theirs', ...mine, claimed_by: 'ao-rpi-loop:cycle-2' },
      ),
      '.agents/evolve/session-state.json': JSON.stringify({
        claims: [{ ref: 'goal:lint', claimed_by: 'evolve:cycle-2' }],
      }),
    });
    expect(await orientOf(desk)).toEqual({
      lastCycle: 1,
      released: ['source_epic=ag-1:item=Add a smoke test', 'source_epic=ag-1:item=Other', 'goal:lint'],
      warnings: [],
    });
    const statuses = jsonAt(desk, NEXT_WORK).items.map((one: { readonly claim_status: string }) => one.claim_status);
    expect(statuses).toEqual(['available', 'available', 'in_progress']);
    expect(jsonAt(desk, NEXT_WORK).items[0]).not.toHaveProperty('failed_at');
    expect(jsonAt(desk, '.agents/evolve/session-state.json')).toEqual({ claimed_work: null, claims: [] });
    expect(await orientOf(desk)).toMatchObject({ lastCycle: 1, released: [] });
  });

  it('ticks off the work of a cycle that went well', async () => {
    const bd = fakeBd(scratch(), [{ id: 'ag-7', title: 'T', status: 'in_progress' }]);
    const desk = deskOf({ bin: bd.bin });
    const mine = { claim_status: 'in_progress', claimed_by: 'evolve:cycle-1', claimed_at: AT };
    write(desk.root, {
      [LEDGER]: `${encodeLine(IMPROVED)}\n${encodeLine({ ...IMPROVED, cycle: 2, target: 'ag-7' })}\n`,
      [NEXT_WORK]: entry({ ...A, ...mine }),
      '.agents/evolve/session-state.json': JSON.stringify({
        claimed_work: { ref: 'beads:ag-7', claimed_by: 'evolve:cycle-2' },
      }),
    });
    const { released, warnings } = await orientOf(desk);
    expect(released).toEqual([]);
    expect(warnings).toHaveLength(2);
    expect(jsonAt(desk, NEXT_WORK)).toMatchObject({ consumed: true, consumed_by: 'evolve:cycle-1' });
    expect(bd.status('ag-7')).toBe('closed');
  });

  it('takes up a queue where it was left, also where it has been edited', async () => {
    const desk = deskOf({ ladder: { queue: 'plan.md' } });
    write(desk.root, {
      'plan.md': '1. `new` first\n2. `rig-1` one\n3. `rig-2` two\n   blocker: `rig-9`\n4. `rig-3` three\n',
      '.agents/evolve/pinned-queue-state.json': JSON.stringify({
        queue_file: 'plan.md',
        current_index: 2,
        completed: ['rig-1', 'new'],
        in_progress: 'rig-3',
        escalated: [{ id: 'rig-2', reason: 'r', cycle: 3, chain: ['rig-9'] }],
        unblock_chain: [],
      }),
    });
    const { queue } = await orientOf(desk);
    expect(queue).toMatchObject({
      file: 'plan.md',
      state: { index: 3, completed: ['rig-1', 'new'], escalated: [{ id: 'rig-2' }] },
    });
    expect(queue?.items.map(({ id, blocker }) => [id, blocker])).toContainEqual(['rig-2', 'rig-9']);
    write(desk.root, { 'other.md': '1. `rig-1` one\n' });
    const other = await orientOf({ ...desk, ladder: { ...desk.ladder, queue: 'other.md' } });
    expect(other.queue?.state).toEqual({ index: 0, completed: [], escalated: [], chain: [] });
    const gone = await orientOf({ ...desk, ladder: { ...desk.ladder, queue: 'gone.md' } });
    expect(gone.warnings.join()).toMatch(/gone.md is gone/);
  });

  it('changes nothing in a dry run', async () => {
    const desk = deskOf({ ladder: { dryRun: true } });
    const mine = { claim_status: 'in_progress', claimed_by: 'evolve:cycle-1', claimed_at: AT };
    const before = entry({ ...A, ...mine });
    write(desk.root, { [NEXT_WORK]: before, [LEDGER]: '{"cycle":1,"tar' });
    expect((await orientOf(desk)).warnings.join()).toMatch(/torn/);
    await workOf(desk);
    expect(textAt(desk, NEXT_WORK)).toBe(before);
    expect(textAt(desk, LEDGER)).toBe('{"cycle":1,"tar');
    expect(existsSync(join(desk.root, '.agents/evolve/.gitignore'))).toBe(false);
  });
});
