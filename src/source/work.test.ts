import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../domain/contract.ts';
import { scratch, write } from '../workspace/test-kit.ts';
import { A, entry, IMPROVED, jsonAt, workOf } from './asking.fixture.ts';
import { CONTRACT, deskOf, never } from './desk.fixture.ts';
import { LEDGER, NEXT_WORK } from './files.ts';
import { encodeLine } from './ledger/line.ts';

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

  it('says that there is no tracker where issues alone are wanted', async () => {
    const desk = deskOf();
    expect((await workOf(desk)).warnings).toEqual([]);
    const { warnings } = await workOf({ ...desk, ladder: { ...desk.ladder, mode: 'beads-only' } });
    expect(warnings).toEqual([expect.stringMatching(/no tracker.*bd init/)]);
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
