import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GoalResult, Goals } from '../domain/goals.ts';
import { haltVerdict } from '../domain/halt.ts';
import { snapshotText } from '../domain/snapshot.ts';
import { haltFacts } from './halted.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

function place(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'galapagos-halt-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), NOW / 1000, NOW / 1000);
  }
  return root;
}

async function verdict(files: Readonly<Record<string, string>>, goals?: Goals, now = NOW, issues = '') {
  const root = place(files);
  const asked: string[] = [];
  const desk = {
    root,
    home: join(root, 'home'),
    now: () => now,
    run: async (shell: string) => {
      asked.push(shell);
      return shell.startsWith('git') || issues === ''
        ? { code: 1, stdout: '', stderr: '' }
        : { code: 0, stdout: issues, stderr: '' };
    },
  };
  const facts = await haltFacts(desk, goals, new AbortController().signal);
  return { ...haltVerdict(facts), asked };
}

const STATE = '.agents/evolve/session-state.json';
const LEDGER = '.agents/evolve/cycle-history.jsonl';
const IDLE = JSON.stringify({ generator_empty_streak: 2, idle_streak: 2 });
const line = (result: string) =>
  `${JSON.stringify({ cycle: 1, target: 'a', result, timestamp: '2026-05-01T10:00:00Z' })}\n`;
const snapshot = (at: string, results: Readonly<Record<string, GoalResult['result']>>) =>
  snapshotText({
    at,
    sha: 'abc',
    goals: Object.entries(results).map(([goal, result]) => ({ goal, result, seconds: 1, output: '', weight: 5 })),
  });
const GOALS: Goals = {
  ...{ path: 'GOALS.md', version: 4, era: 'x', mission: '', northStars: [], antiStars: [], goals: [], warnings: [] },
  directives: [{ number: 1, title: 'A', body: '', id: 'directive-1', hash: 'h1' }],
};

describe('the halt check from files', () => {
  it('lets a fresh repository begin, and asks nobody', async () => {
    expect(await verdict({})).toEqual({ halt: false, cause: null, reason: '', restore: [], asked: [] });
  });

  it('heeds kill switches first, whatever their age', async () => {
    const files = { 'home/.config/evolve/KILL': 'enough', '.agents/evolve/STOP': 'no', [STATE]: IDLE };
    expect(await verdict(files)).toMatchObject({
      halt: true,
      cause: 'kill',
      reason: expect.stringContaining('enough'),
    });
    const old = await verdict({ '.agents/evolve/STOP': 'no' }, undefined, NOW + 30 * DAY);
    expect(old).toMatchObject({ halt: true, cause: 'stop', reason: expect.stringContaining('rm .agents/evolve/STOP') });
  });

  it('is dormant where the session before ended idle and nothing waits', async () => {
    expect(await verdict({ [STATE]: IDLE })).toMatchObject({ halt: true, cause: 'dormant' });
    const once = JSON.stringify({ generator_empty_streak: 2, idle_streak: 1 });
    expect(await verdict({ [STATE]: once })).toMatchObject({ halt: false });
  });

  it('is not dormant once an item, an issue, a goal or a directive waits', async () => {
    const item = { source_epic: 'e', items: [{ title: 'T', type: 'bug', severity: 'low', description: 'D' }] };
    expect(await verdict({ [STATE]: IDLE, '.agents/rpi/next-work.jsonl': `${JSON.stringify(item)}\n` })).toMatchObject({
      halt: false,
    });
    const failing = snapshot('2026-05-01T11:00:00Z', { lint: 'fail' });
    const files = { [STATE]: IDLE, '.agents/evolve/fitness-latest.json': failing };
    expect(await verdict(files, { ...GOALS, directives: [] })).toMatchObject({ halt: false });
    const alone = JSON.stringify({ ...JSON.parse(IDLE), quarantined: { lint: 3 } });
    expect(await verdict({ ...files, [STATE]: alone }, { ...GOALS, directives: [] })).toMatchObject({
      cause: 'dormant',
    });
    expect(await verdict({ [STATE]: IDLE }, GOALS)).toMatchObject({ halt: false });
    const met = snapshot('2026-05-01T11:00:00Z', { 'directive-1': 'pass' });
    expect(await verdict({ [STATE]: IDLE, '.agents/evolve/fitness-latest.json': met }, GOALS)).toMatchObject({
      cause: 'dormant',
    });
    const queue = {
      [STATE]: JSON.stringify({ ...JSON.parse(IDLE), pinned_queue_file: 'roadmap.md' }),
      'roadmap.md': '1. `a`\n',
    };
    expect(await verdict(queue)).toMatchObject({ halt: false });
  });

  it('has an error budget in a queue', async () => {
    expect(await verdict({ [STATE]: JSON.stringify({ failure_streak: 5 }) })).toMatchObject({
      halt: true,
      cause: 'error_budget',
      breaker: 'failures',
    });
  });

  it('names goals that are no longer met, and a cycle that was given up; neither ends anything', async () => {
    const files = {
      '.agents/evolve/fitness-latest-post.json': snapshot('2026-05-01T10:00:00Z', { a: 'pass', b: 'pass', c: 'fail' }),
      '.agents/evolve/fitness-latest.json': snapshot('2026-05-01T11:00:00Z', { a: 'pass', b: 'fail', c: 'fail' }),
      [LEDGER]: line('improved'),
    };
    expect(await verdict(files)).toMatchObject({ halt: false, cause: 'goal_regression', restore: ['b'] });
    // What was given up has never been the code.
    expect(await verdict({ ...files, [LEDGER]: line('regressed') })).toMatchObject({
      halt: false,
      cause: 'prior_cycle_fail',
      restore: [],
    });
  });

  it('takes files that can’t be read for none', async () => {
    expect(
      await verdict({ [STATE]: 'no json', [LEDGER]: 'torn', '.agents/evolve/fitness-latest.json': '{' }),
    ).toMatchObject({ halt: false });
  });
});
