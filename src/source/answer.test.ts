import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../domain/contract.ts';
import type { CycleLine, OrientAnswer, WorkAnswer } from '../domain/cycle.ts';
import type { Question } from '../domain/question.ts';
import { scratch, write } from '../workspace/test-kit.ts';
import { BASE, CONTRACT, deskOf, NOW, never, SNAPSHOT, STATE } from './desk.fixture.ts';
import type { Desk } from './desk.ts';
import { fakeBd } from './fake-bd.fixture.ts';
import { LEDGER, NEXT_WORK } from './files.ts';
import { encodeLine } from './ledger/line.ts';
import { withSources } from './source.ts';

const AT = '2026-01-01T00:00:00.000Z';
const entry = (...items: readonly object[]) => `${JSON.stringify({ source_epic: 'ag-1', timestamp: AT, items })}\n`;
const A = { title: 'Add a smoke test', type: 'bug', severity: 'high', source: 'council-finding', description: 'a' };
const IMPROVED: CycleLine = {
  cycle: 1,
  target: 'add-a-smoke-test',
  result: 'improved',
  timestamp: AT,
  cycleStartSha: 'a',
  canonicalSha: 'b',
  goalsPassing: 1,
  goalsTotal: 1,
};

const nothing = () => Promise.reject(new Error('not for this lane'));

async function ask<T>(desk: Desk, question: Question): Promise<T> {
  const lanes = withSources({ apply: nothing, evaluate: nothing, answer: nothing }, desk);
  const answered = await lanes.answer({ question, candidates: [BASE, BASE] }, never);
  if (answered.kind !== 'answered') throw new Error(answered.reason);
  return answered.answer as T;
}

const textAt = (desk: Desk, path: string): string => readFileSync(join(desk.root, path), 'utf8');
const jsonAt = (desk: Desk, path: string) => JSON.parse(textAt(desk, path));
const workOf = (desk: Desk) => ask<WorkAnswer>(desk, { key: 'w', of: 'work', cycle: 1, pass: 1, candidate: 'c1' });
const orientOf = (desk: Desk) => ask<OrientAnswer>(desk, { key: 'o', of: 'orient' });

it('passes on what it does not know, and tells of its own failures as the machine’s', async () => {
  const answer = async () => ({ kind: 'answered', answer: 'other' }) as const;
  const lanes = withSources({ apply: nothing, evaluate: nothing, answer }, deskOf());
  const question = { key: 'q', of: 'literals', candidate: 'c1' } as const;
  expect(await lanes.answer({ question, candidates: [BASE] }, never)).toEqual({ kind: 'answered', answer: 'other' });
  const work = { key: 'w', of: 'work', cycle: 1, pass: 1, candidate: 'c1' } as const;
  expect(await lanes.answer({ question: work, candidates: [] }, never)).toMatchObject({ kind: 'broken' });
});

it('lets no secret into an answer', async () => {
  const desk = deskOf({ more: { secrets: [{ name: 'API_KEY', value: 'hunter2hunter2' }] } });
  write(desk.root, { [NEXT_WORK]: entry({ ...A, evidence: 'it said hunter2hunter2' }) });
  expect((await workOf(desk)).harvested[0]?.evidence).toBe('it said [API_KEY]');
});

describe('halt', () => {
  const halt = (desk: Desk) => ask(desk, { key: 'h', of: 'halt', cycle: 1 });

  it('finds the user’s switch first, then the repository’s, with what it says', async () => {
    const desk = deskOf();
    expect(await halt(desk)).toEqual({ halt: null });
    write(desk.root, { '.agents/rpi/KILL': '' });
    expect(await halt(desk)).toMatchObject({ halt: { cause: 'kill', file: '.agents/rpi/KILL', text: '' } });
    write(desk.root, { '.agents/evolve/STOP': 'until Monday\n' });
    expect(await halt(desk)).toMatchObject({
      halt: { cause: 'stop', file: '.agents/evolve/STOP', text: 'until Monday' },
    });
    write(desk.home, { '.config/evolve/KILL': 'no' });
    expect(await halt(desk)).toMatchObject({ halt: { cause: 'kill', file: join(desk.home, '.config/evolve/KILL') } });
  });

  it('honours one whatever its age, and says when it is old', async () => {
    const desk = deskOf();
    write(desk.root, { '.agents/evolve/STOP': 'x' });
    const path = join(desk.root, '.agents/evolve/STOP');
    utimesSync(path, NOW / 1000 - 3600, NOW / 1000 - 3600);
    expect(await halt(desk)).not.toHaveProperty('halt.old');
    utimesSync(path, NOW / 1000 - 8 * 24 * 3600, NOW / 1000 - 8 * 24 * 3600);
    expect(await halt(desk)).toMatchObject({ halt: { cause: 'stop', old: true } });
  });
});

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

describe('work', () => {
  const goals: Contract['goals'] = {
    path: 'GOALS.md',
    version: 4,
    era: '0123456789ab',
    mission: 'm',
    northStars: [],
    antiStars: [],
    goals: [{ id: 'lint', description: 'no lint errors', check: 'true', weight: 5, type: 'health' }],
    directives: [
      { number: 1, title: 'Cover more', body: '', id: 'directive-1', hash: 'h1' },
      { number: 2, title: 'Less code', body: '', id: 'directive-2', hash: 'h2' },
    ],
    warnings: [],
  };

  it('is all that waits, in order, with scope, gaps and what is open', async () => {
    const desk = deskOf({ contract: { ...CONTRACT, goals, mutable: ['src/**'] } });
    write(desk.root, {
      [NEXT_WORK]: `odd\n${entry({ ...A, severity: 'low', title: 'Later' }, { ...A, description: 'in src/a.ts and .github/workflows/ci.yml, e.g. here', evidence: 'e' })}${JSON.stringify({ source_epic: 'evolve:cycle-1', items: [{ ...A, title: 'Relax GOALS.md' }] })}\n`,
      [LEDGER]: `${encodeLine({ ...IMPROVED, directiveHash: 'h1' })}\n${encodeLine({ ...IMPROVED, cycle: 2, result: 'regressed', directiveHash: 'h2' })}\n`,
    });
    const answer = await workOf(desk);
    expect(answer.harvested).toMatchObject([
      {
        ref: 'source_epic=ag-1:item=Add a smoke test',
        source: 'harvested',
        target: 'add-a-smoke-test',
        about: ['src/a.ts', '.github/workflows/ci.yml'],
        evidence: 'e',
      },
      { title: 'Relax GOALS.md', about: [] },
      { title: 'Later' },
    ]);
    expect(answer.goals?.directives.map(({ id, finished }) => [id, finished])).toEqual([
      ['directive-1', true],
      ['directive-2', false],
    ]);
    expect(answer).toMatchObject({
      pass: 1,
      beads: [],
      scope: { mutable: ['src/**'], immutable: ['GOALS.md'] },
      open: { high: 2, medium: 0, low: 1 },
    });
    expect(answer.warnings.join()).toMatch(/next-work.jsonl has lines that can't be read/);
  });

  it('ticks off what its own proof says is done', async () => {
    const desk = deskOf();
    const proven = [
      { kind: 'completed_run', run_id: 'r1' },
      { kind: 'evidence_only_closure', target_id: 't1' },
      { kind: 'execution_packet', path: '.agents/rpi/execution-packet.json' },
    ];
    const unproven = [
      { kind: 'completed_run', run_id: 'r2' },
      { kind: 'completed_run', run_id: '../runs/r1' },
      { kind: 'evidence_only_closure', target_id: 't2' },
      { kind: 'execution_packet', path: '../packet.json' },
      { kind: 'other' },
    ];
    write(desk.root, {
      [NEXT_WORK]: entry(
        ...[...proven, ...unproven].map((proof_ref, at) => ({ ...A, title: `item ${at}`, proof_ref })),
      ),
      '.agents/rpi/runs/r1/phased-state.json': '{"terminal_status":"completed"}',
      '.agents/rpi/runs/r2/phased-state.json': '{"terminal_status":"failed"}',
      '.agents/rpi/execution-packet.json': '{"run_id":"r1"}',
      '.agents/releases/evidence-only-closures/t1.json': '{}',
    });
    const { harvested, warnings } = await workOf(desk);
    expect(harvested.map(({ title }) => title)).toEqual(['item 3', 'item 4', 'item 5', 'item 6', 'item 7']);
    expect(warnings).toHaveLength(3);
    expect(jsonAt(desk, NEXT_WORK).items[0]).toMatchObject({ consumed: true, consumed_by: 'evolve:preflight' });
  });

  it('comes with what was learned before and fits', async () => {
    const bin = scratch();
    write(bin, { ao: '#!/bin/sh\necho "from ao: $*"\n' });
    const desk = deskOf({ more: { notes: () => [{ path: 'journal:1', text: 'the smoke suite needs a port' }] }, bin });
    await desk.run(`chmod +x ${join(bin, 'ao')}`, { timeoutMs: 5000 }, never);
    write(desk.root, {
      [NEXT_WORK]: entry({ ...A, description: 'a smoke suite that starts the server' }),
      '.agents/learnings/2026-01-01-x.md': '---\ntags: [x]\n---\nThe smoke suite hangs when the server has no port.',
      '.agents/learnings/y.md': 'Bananas are yellow.',
      '.agents/council/2026-post-mortem-z.md': 'Server and suite share a database.',
      '.agents/council/plan.md': 'The smoke suite and the server.',
    });
    const { learnings } = await workOf(desk);
    expect(learnings.map(({ path }) => path)).toEqual([
      'ao lookup',
      '.agents/learnings/2026-01-01-x.md',
      'journal:1',
      '.agents/council/2026-post-mortem-z.md',
    ]);
    expect(learnings[0]?.text).toMatch(/^from ao: lookup --query Add a smoke test/);
    expect(learnings[1]?.text).not.toContain('tags');
  });

  it('knows its repository by folder and origin', async () => {
    const desk = deskOf();
    await desk.run('git remote add origin git@example.org:us/thing.git', { timeoutMs: 5000 }, never);
    write(desk.root, {
      [NEXT_WORK]: entry(
        { ...A, title: 'theirs', target_repo: 'x' },
        { ...A, title: 'origin', target_repo: 'us/thing' },
        { ...A, title: 'folder', target_repo: basename(desk.root) },
      ),
    });
    expect((await workOf(desk)).harvested.map(({ title }) => title)).toEqual(['origin', 'folder']);
  });
});

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
});

/** Of the state file, as other tools know it. */
const FIELDS =
  'cycle mode test_first generator_empty_streak idle_streak last_selected_source queue_refresh_count claimed_work repo_profile_path startup_reads validation_commands tracker_commands definition_of_done program_path program_mutable_scope program_immutable_scope program_validation_commands program_decision_policy program_stop_conditions pinned_queue pinned_queue_file pinned_queue_index pinned_queue_completed pinned_queue_escalated unblock_depth unblock_failures unblock_chain'.split(
    ' ',
  );
