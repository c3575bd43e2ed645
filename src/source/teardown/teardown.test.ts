import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HaltReason, SessionState } from '../../domain/cycle.ts';
import type { GoalResult, Snapshot } from '../../domain/goals.ts';
import { picture, repositoryWith, sh, write } from '../../workspace/test-kit.ts';
import type { Desk, Past, Retrospect } from '../desk.ts';
import { LEDGER, NEXT_WORK } from '../files.ts';
import { keepBaseline } from '../fitness/baseline.ts';
import { deskAt, known, lineAt } from '../landing.fixture.ts';
import { encodeLine } from '../ledger/line.ts';
import { readNextWork } from '../next-work/file.ts';
import { teardown } from './teardown.ts';

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

const GOALS = ['# Goals', '', 'Fine.', '', '## Gates', '', '| ID | Check | Weight | Description |', '|---|---|---|---|']
  .concat(
    ['a', 'b', 'c', 'd'].map((id) => `| ${id} | \`true\` | 5 | ${id} |`),
    '',
  )
  .join('\n');

const state = (more: Partial<SessionState> = {}): SessionState => ({
  ...{ cycle: 5, mode: 'standard', testFirst: true, emptyStreak: 0, idleStreak: 0, fruitlessStreak: 0 },
  ...{ failureStreak: 0, refreshes: 0, claims: [], unblockDepth: 0, unblockFailures: 0, quarantined: {} },
  ...{ oscillations: {}, productive: 1, regressed: 1, idle: 1, cycles: 3, resolved: 0, unblocked: 0, productiveAt: 0 },
  ...more,
});

function snapshot(at: string, results: Readonly<Record<string, GoalResult['result']>>): Snapshot {
  const goals = Object.entries(results).map(([goal, result]) => ({ goal, result, seconds: 1, output: '', weight: 5 }));
  return { at: `2026-01-0${at}T00:00:00.000Z`, sha: 'abc', goals };
}

const first = snapshot('1', { a: 'fail', b: 'pass', c: 'pass', d: 'fail' });
const last = snapshot('2', { a: 'pass', b: 'fail', c: 'pass', d: 'fail' });
const snapshots = { c3: first, c6: last };

const LEARNED: Retrospect = {
  summary: 'A short night.',
  followUps: [{ title: 'Mend b', type: 'bug', severity: 'high', description: 'it fails' }],
  learnings: ['b is brittle'],
};

async function world(given: Parameters<typeof deskAt>[1] = {}) {
  const root = known(repositoryWith({ 'GOALS.md': GOALS, 'a.js': '1' }));
  const lines = [
    lineAt(2, { target: 'old' }),
    lineAt(3, { target: 'a', canonicalSha: 'f'.repeat(40) }),
    lineAt(4, { target: 'b', result: 'regressed', reason: 'no longer met: c | d' }),
    { cycle: 5, target: 'idle', result: 'unchanged', timestamp: '2026-01-01T00:00:05.000Z' } as const,
  ];
  write(root, { [LEDGER]: lines.map((line) => `${encodeLine(line)}\n`).join('') });
  const desk = await deskAt(root, { snapshots, lookBack: async () => LEARNED, ...given });
  const { tree } = await desk.repository.base({ dirty: true });
  const ends = (more: Partial<SessionState> = {}, reason: HaltReason = 'max-cycles', at: Desk = desk) =>
    teardown(
      at,
      { key: 'ladder/teardown', of: 'teardown', candidate: 'c6', reason, text: '3 cycles done', state: state(more) },
      { id: 'c6', commit: tree, tree },
      new AbortController().signal,
    );
  const page = (name: string) => readFileSync(join(root, '.agents/evolve', name), 'utf8');
  return { root, desk, ends, page };
}

describe('the end of a session', () => {
  it('tells what became of each goal since the session began', async () => {
    const { ends, page } = await world();
    await ends();
    expect(page('session-fitness-delta.md')).toBe(
      [
        '# Fitness',
        '',
        'From the first measurement of the session (2026-01-01T00:00:00.000Z) to 2026-01-02T00:00:00.000Z: score 50 → 50',
        '',
        '| goal_id | baseline_result | final_result | delta |',
        '|---|---|---|---|',
        '| b | pass | fail | regressed |',
        '| a | fail | pass | improved |',
        '| c | pass | pass | unchanged |',
        '| d | fail | fail | unchanged |',
        '',
        '1 improved, 1 regressed, 2 unchanged',
        '',
      ].join('\n'),
    );
  });

  it('takes the baseline of the era where there is one', async () => {
    const { root, desk, ends, page } = await world();
    const tree = sh(root, 'rev-parse', 'HEAD^{tree}');
    const { goals } = await desk.contractOf({ id: 'c6', commit: tree, tree });
    keepBaseline(root, goals?.era ?? '', snapshot('1', { a: 'fail', b: 'fail', c: 'fail', d: 'fail' }));
    await ends();
    expect(page('session-fitness-delta.md')).toContain(`fitness-baselines/goals-${goals?.era}/`);
    expect(page('session-fitness-delta.md')).toContain('2 improved, 0 regressed, 2 unchanged');
  });

  it('sums the session up, and leaves for later what somebody has seen', async () => {
    const seen: Past[] = [];
    const { root, ends, page } = await world({
      lookBack: async (past) => {
        seen.push(past);
        return LEARNED;
      },
    });
    const answer = await ends();
    expect(answer).toEqual({
      closed: true,
      warnings: [],
      harvested: 1,
      report:
        '## evolve complete\nCycles: 3 | Productive: 1 | Regressed: 1 (not landed) | Idle: 1\nStop reason: max-cycles (3 cycles done)\n',
    });
    expect(seen).toMatchObject([
      {
        key: 'ladder/teardown',
        reason: 'max-cycles: 3 cycles done',
        cycles: [
          '3: a improved, from goal, 2 of 3 goals pass',
          '4: b regressed, from goal, 2 of 3 goals pass, no longer met: c | d',
          '5: idle unchanged',
        ],
        waiting: [],
      },
    ]);
    const summary = page('session-summary.md');
    expect(summary).toContain('| 3 | a | improved | 2/3 | ffffffffffff |');
    expect(summary).toContain('| 4 | b | regressed: no longer met: c \\| d | 2/3 |  |');
    expect(summary).not.toContain('old');
    for (const part of ['A short night.', '- b is brittle', '- Mend b', 'Goals: 1 improved, 1 regressed, 2 unchanged'])
      expect(summary).toContain(part);
    expect(readNextWork(root).items.map(({ item, status }) => [item.title, status])).toEqual([['Mend b', 'available']]);
  });

  it('is done once when it is done again, and commits nothing', async () => {
    const { root, ends } = await world();
    const head = sh(root, 'for-each-ref');
    const answer = await ends();
    const before = picture(root, (path) => path === '.evolve');
    expect(await ends()).toEqual(answer);
    expect(picture(root, (path) => path === '.evolve')).toEqual(before);
    expect(sh(root, 'for-each-ref')).toBe(head);
  });

  it('warns where nobody could look back, and asks nobody about a session in which nothing was tried', async () => {
    const { ends } = await world({ lookBack: async () => ({ ...LEARNED, followUps: [], failed: 'no money is left' }) });
    expect(await ends()).toMatchObject({ warnings: [expect.stringContaining('no money is left')], harvested: 0 });
    const idle = await world({
      lookBack: async () => {
        throw new Error('nobody is to be asked');
      },
    });
    expect(await idle.ends({ cycles: 1 })).toMatchObject({ closed: true, harvested: 0 });
    expect(await idle.ends({ cycles: 0 })).toMatchObject({ closed: true });
  });

  it('tells how good findings stand, and what is left of a queue', async () => {
    const { root, ends } = await world();
    const item = (title: string, severity: string) => ({ title, type: 'bug', severity, source: 'council-finding' });
    write(root, {
      [NEXT_WORK]: `${JSON.stringify({ source_epic: 'e', timestamp: '', items: [item('x', 'high'), item('y', 'medium')] })}\n`,
      '.agents/evolve/quality-trajectory.md': '# Quality\n\n| Cycle | Score |\n|---|---|\n| 2 | 60 | 4 | 0 | 0 |\n',
      'q.md': '1. `i-1` one\n2. `i-2` two\n3. `i-3` three\n4. `i-4` four\n',
    });
    const { report } = await ends({ mode: 'quality' }, 'stagnation');
    // What was left for later counts.
    expect(report).toContain('Quality score: 60 → 77 (+17)\nRemaining unconsumed: 2 high, 1 medium');
    const escalated = [{ id: 'i-2', reason: '', cycle: 4, chain: [] }];
    const queue = { file: 'q.md', index: 2, total: 4, completed: ['i-1', 'blocker'], escalated, chain: [] };
    expect((await ends({ queue }, 'escalated')).report).toContain(
      'Queue: 1/4 | Unblocked: 0 | Escalated: 1\nCycles: 3 | Productive: 1 | Regressed: 1 (not landed)\nRemaining items: [i-3, i-4]',
    );
  });

  it('says so where no goals were measured', async () => {
    const { ends, page } = await world({ snapshots: {} });
    await ends();
    expect(page('session-fitness-delta.md')).toBe('# Fitness\n\nNo goals were measured.\n');
  });

  it('pushes at the end, where that is wanted and something has landed', async () => {
    const { root, ends } = await world({ ladder: { push: true } });
    expect((await ends()).warnings).toEqual([]);
    sh(root, 'branch', 'evolve/goals');
    expect((await ends()).warnings).toEqual([expect.stringContaining('evolve/goals was not pushed: there is neither')]);
  });
});
