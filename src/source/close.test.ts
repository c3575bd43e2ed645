import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../domain/contract.ts';
import type { CycleLine } from '../domain/cycle.ts';
import type { Question } from '../domain/question.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { scratch, write } from '../workspace/test-kit.ts';
import { A, AT, ask, entry, jsonAt, textAt, workOf } from './asking.fixture.ts';
import { CONTRACT, deskOf, SNAPSHOT, STATE } from './desk.fixture.ts';
import type { Desk } from './desk.ts';
import { fakeBd } from './fake-bd.fixture.ts';
import { LEDGER, NEXT_WORK } from './files.ts';

describe('close', () => {
  const close = (desk: Desk, more: Partial<Extract<Question, { readonly of: 'close' }>> = {}) =>
    ask(desk, {
      key: 'cycle/1/close',
      of: 'close',
      cycle: 1,
      candidate: 'c1',
      settled: [],
      followUps: [],
      parts: [],
      learnings: [],
      state: STATE,
      ...more,
    });

  it('writes the line, the snapshots, the lessons and how the session stands', async () => {
    const contract: Contract = {
      ...CONTRACT,
      program: {
        path: 'PROGRAM.md',
        objective: 'o',
        mutable: ['src/**'],
        immutable: ['docs/**'],
        unit: 'u',
        validation: ['npm test'],
        policy: ['p'],
        escalation: 'e',
        stops: ['s'],
      },
    };
    const snapshotOf: Desk['snapshotOf'] = async (id) => ({ ...SNAPSHOT, sha: id });
    const desk = deskOf({ contract, more: { snapshotOf } });
    const learnings = ['Ports are taken at night.', 'Ports are taken, at night!', ' '];
    const line: CycleLine = { cycle: 1, target: 'lint', result: 'unchanged', timestamp: AT, reason: 'no plan' };
    expect(await close(desk, { after: 'c1-1', line, learnings })).toEqual({ closed: true, warnings: [], harvested: 0 });
    expect(jsonAt(desk, LEDGER)).toEqual({
      cycle: 1,
      target: 'idle',
      result: 'unchanged',
      timestamp: AT,
      attempted: 'lint',
      reason: 'no plan',
    });
    expect(jsonAt(desk, '.agents/evolve/fitness-latest.json')).toMatchObject({ git_sha: 'c1' });
    expect(jsonAt(desk, '.agents/evolve/fitness-latest-post.json')).toMatchObject({ git_sha: 'c1-1' });
    expect(textAt(desk, '.agents/learnings/evolve-run-1-cycle-1-1.md')).toContain('Ports are taken at night.');
    expect(existsSync(join(desk.root, '.agents/learnings/evolve-run-1-cycle-1-2.md'))).toBe(false);
    expect(textAt(desk, '.agents/evolve/.gitignore')).toBe('*\n');
    const state = jsonAt(desk, '.agents/evolve/session-state.json');
    expect(Object.keys(state)).toEqual(expect.arrayContaining(FIELDS));
    expect(state).toMatchObject({ cycle: 1, claimed_work: null, program_path: 'PROGRAM.md', pinned_queue: null });
  });

  it('keeps the queue, what was escalated and how good things are', async () => {
    const desk = deskOf();
    write(desk.root, { 'plan.md': '1. `a` x\n2. `b` y\n', [NEXT_WORK]: entry(A) });
    const escalated = [{ id: 'a', reason: 'broken | badly', cycle: 1, chain: ['a', 'z'] }];
    const queue = { file: 'plan.md', total: 2, index: 1, completed: [], escalated, chain: [] };
    const state = { ...STATE, mode: 'quality', queue } as const;
    await close(desk, { state });
    await close(desk, { key: 'cycle/2/close', cycle: 2, state });
    await close(desk, { key: 'cycle/2/close', cycle: 2, state });
    expect(jsonAt(desk, '.agents/evolve/pinned-queue-state.json')).toEqual({
      queue_file: 'plan.md',
      current_index: 1,
      completed: [],
      in_progress: null,
      escalated,
      unblock_chain: [],
    });
    expect(textAt(desk, '.agents/evolve/escalated.md').split('\n').slice(2)).toEqual([
      '| Item | Reason | Cycle | Blocker Chain |',
      '|---|---|---|---|',
      '| a | broken \\| badly | 1 | a → z |',
      '',
    ]);
    expect(textAt(desk, '.agents/evolve/quality-trajectory.md').split('\n').slice(4)).toEqual([
      '| 1 | 90 | 1 | 0 | 0 |',
      '| 2 | 90 | 1 | 0 | 0 |',
      '',
    ]);
    expect(jsonAt(desk, '.agents/evolve/session-state.json')).toMatchObject({
      pinned_queue: ['a', 'b'],
      pinned_queue_file: 'plan.md',
      pinned_queue_index: 1,
    });
  });

  it('tells people once what needs files that may not change', async () => {
    const desk = deskOf();
    const parked = { id: 'x', reason: 'x: core/a.ts may not change', chain: [] };
    await close(desk, { escalated: [{ ...parked, cycle: 1 }] });
    await close(desk, { key: 'cycle/9/close', cycle: 9, escalated: [{ ...parked, cycle: 9 }] });
    expect(textAt(desk, '.agents/evolve/escalated.md').split('\n').slice(4)).toEqual([
      '| x | x: core/a.ts may not change | 1 | — |',
      '',
    ]);
  });

  it('pushes what has landed before, when asked', async () => {
    const lines: string[] = [];
    const run: Desk['run'] = async (line) => {
      lines.push(line);
      return {
        code: line.includes('git push') ? 1 : 0,
        stdout: line === 'git remote' ? 'origin' : 'x',
        stderr: 'no way',
      };
    };
    const desk = deskOf({ more: { run } });
    await close(desk);
    expect(lines.filter((line) => line.includes('git push'))).toEqual([]);
    const answer = await close(desk, { key: 'cycle/2/close', cycle: 2, push: true });
    expect(lines.filter((line) => line.includes('git push'))).toHaveLength(1);
    expect(answer).toMatchObject({ warnings: ['evolve/goals was not pushed to origin: no way'] });
  });

  it('settles claims of every kind, and splits what was too much into waves', async () => {
    const bd = fakeBd(scratch(), [
      { id: 'ag-1', title: 'Issue' },
      { id: 'ag-2', title: 'Too much' },
      { id: 'rig-1', title: 'Pinned' },
    ]);
    const desk = deskOf({ bin: bd.bin });
    write(desk.root, { [NEXT_WORK]: entry(A) });
    const base = { target: 't', title: 't', description: '', about: [], blockers: [], severity: 'high' } as const;
    const works = [
      { ...base, ref: 'source_epic=ag-1:item=Add a smoke test', source: 'harvested' },
      { ...base, ref: 'beads:ag-1', source: 'beads' },
      { ...base, ref: 'queue:rig-1', source: 'pinned' },
      { ...base, ref: 'goal:lint', source: 'goal' },
    ] as const;
    const owner = 'evolve:cycle-1';
    for (const work of works) {
      expect(await ask(desk, { key: work.ref, of: 'claim', work, owner, at: AT })).toEqual({ claimed: true });
    }
    expect(jsonAt(desk, '.agents/evolve/session-state.json').claims).toHaveLength(4);
    expect(bd.status('rig-1')).toBe('in_progress');
    const fate = { kind: 'consumed' } as const;
    const settled = works.map((work) => ({ work, owner, fate }));
    expect(await close(desk, { settled, state: STATE })).toMatchObject({ warnings: [] });
    expect([bd.status('ag-1'), bd.status('rig-1')]).toEqual(['closed', 'closed']);
    expect(jsonAt(desk, NEXT_WORK)).toMatchObject({ consumed: true });
    expect(jsonAt(desk, '.agents/evolve/session-state.json').claims).toEqual([]);

    const big = { ...base, ref: 'beads:ag-2', source: 'beads' } as const;
    await ask(desk, { key: 'k2', of: 'claim', work: big, owner, at: AT });
    const parts = [
      { title: 'Second', description: 'd', wave: 2 },
      { title: 'First', description: 'd', wave: 1 },
    ];
    const split = { key: 'cycle/2/close', cycle: 2, settled: [{ work: big, owner, fate }], parts };
    expect(await close(desk, split)).toMatchObject({
      harvested: 2,
      warnings: [expect.stringMatching(/split into 2 parts/)],
    });
    expect(await close(desk, split)).toMatchObject({ harvested: 2 });
    expect(bd.status('ag-2')).toBe('in_progress');
    for (const title of ['First', 'Second']) {
      const { harvested } = await workOf(desk);
      expect(harvested.map((one) => one.title)).toEqual([title]);
      const [work] = harvested;
      if (work === undefined) throw new Error('nothing waits');
      await ask(desk, { key: title, of: 'claim', work, owner: 'evolve:cycle-3', at: AT });
      await close(desk, { key: title, cycle: 3, settled: [{ work, owner: 'evolve:cycle-3', fate }] });
    }
    expect(bd.status('ag-2')).toBe('closed');
  });

  it('leaves what follow-ups of follow-ups leave to the next session, so that this one ends', async () => {
    const desk = deskOf();
    let work: WorkItem = { ref: 'goal:lint', source: 'goal', target: 'lint', title: 'l', description: '', ...NOTHING };
    for (const cycle of [1, 2, 3]) {
      const followUps = [{ title: `More ${cycle}`, type: 'task', severity: 'high', description: '' }] as const;
      const settled = [{ work, owner: `evolve:cycle-${cycle}`, fate: { kind: 'consumed' } as const }];
      await close(desk, { key: `cycle/${cycle}/close`, cycle, settled, followUps });
      const { harvested, warnings, open } = await workOf(desk);
      expect(open.high).toBe(cycle);
      const next = harvested.find(({ title }) => title === `More ${cycle}`);
      if (cycle < 3) expect(next).toMatchObject({ depth: cycle });
      else expect(next).toBeUndefined();
      expect(warnings.join()).toMatch(cycle < 3 ? /^$/ : /waits for the next session/);
      work = next ?? work;
    }
    const later = await workOf({ ...desk, runId: 'run-2' });
    expect(later.harvested.map(({ title, depth }) => [title, depth])).toContainEqual(['More 3', 3]);
  });
});

const NOTHING = { about: [], blockers: [] };

/** Of the state file, as other tools know it. */
const FIELDS =
  'cycle mode test_first generator_empty_streak idle_streak last_selected_source queue_refresh_count claimed_work repo_profile_path startup_reads validation_commands tracker_commands definition_of_done program_path program_mutable_scope program_immutable_scope program_validation_commands program_decision_policy program_stop_conditions pinned_queue pinned_queue_file pinned_queue_index pinned_queue_completed pinned_queue_escalated unblock_depth unblock_failures unblock_chain'.split(
    ' ',
  );
