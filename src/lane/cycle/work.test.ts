import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speaker } from '../../../test/fake/speaker.ts';
import { agentOf, withLedger, withRetry } from '../../agent/agent.ts';
import { readRun } from '../../agent/run.ts';
import type { Agent } from '../../domain/agent.ts';
import { ledger, put, type Turn as Step, worker } from '../trial.fixture.ts';
import { cycles, itemOf, START, versionOf } from './cycle.fixture.ts';

const GOOD = 'good\nb\nc\nd\ne\n';

const all =
  (...steps: readonly Step[]): Step =>
  (root) => {
    for (const step of steps) step(root);
  };

describe('the work of a cycle', () => {
  it('begins with the branch as it is', async () => {
    const { base, root, lanes } = await cycles(worker().agent);
    const tip = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    expect(await base()).toMatchObject({ id: 'c1', commit: tip });
    await lanes[Symbol.asyncDispose]();
  });

  it('is done in a worktree with its papers, by somebody who is told what holds', async () => {
    const seen: Record<string, string> = {};
    const { agent, tasks } = worker((root) => {
      for (const path of ['.agents/rpi/plan.md', '.agents/rpi/execution-packet.json'])
        seen[path] = readFileSync(join(root, path), 'utf8');
      put('src/sum.txt', GOOD)(root);
    });
    const { apply, base, turnOf } = await cycles(agent);
    const on = await base();
    const made = await apply('c1-1', turnOf({ testFirst: true, findings: ['the sum is off by one'] }), [on], on);
    expect(made).toMatchObject({ kind: 'changed', files: { 'src/sum.txt': GOOD }, refused: [], summary: 'Turn 1' });
    expect(JSON.parse(seen['.agents/rpi/execution-packet.json'] ?? '')).toEqual({
      schema_version: 1,
      run_id: 'goals-1/c1-1',
      objective: 'Make sums good',
      plan_path: '.agents/rpi/plan.md',
      contract_surfaces: ['GOALS.md'],
      validation_commands: ['make test'],
      tracker_mode: 'tasklist',
      tracker_health: { healthy: false, reason: 'the work does not come from a tracker' },
      done_criteria: ['the goal sum passes'],
      pre_mortem_verdict: 'WARN',
      test_levels: { required: ['L1'], recommended: [] },
      ranked_packet_path: null,
    });
    expect(seen['.agents/rpi/plan.md']).toContain('Write good into src/sum.txt.');
    const [first] = tasks;
    expect(first?.key).toBe('c1-1/author');
    for (const part of ['Make sums good', 'Write good into src/sum.txt.', 'Begin with a test', 'off by one'])
      expect(first?.prompt.text).toContain(part);
    for (const part of [
      'Sums before all else.',
      'Numbers that can be trusted',
      'Every sum is right',
      'make test',
      '!GOALS.md',
    ])
      expect(first?.prompt.system).toContain(part);
  });

  it('leaves out edits of what is protected, and says so', async () => {
    const { agent } = worker(
      all(
        put('src/sum.txt', GOOD),
        put('checks/style.sh', 'true\n'),
        put('GOALS.md', '# none\n'),
        (root) => mkdirSync(join(root, '.github/workflows'), { recursive: true }),
        put('.github/workflows/ci.yml', 'on: push\n'),
        put('.agents/rpi/next-work.jsonl', '{}\n'),
      ),
    );
    const { apply, base, turnOf } = await cycles(agent);
    const on = await base();
    const made = await apply('c1-1', turnOf(), [on], on);
    expect(made).toMatchObject({ kind: 'changed', files: { 'src/sum.txt': GOOD } });
    expect(made.kind === 'changed' && made.refused.map(({ path }) => path)).toEqual([
      '.agents/rpi/next-work.jsonl',
      '.github/workflows/ci.yml',
      'GOALS.md',
      'checks/style.sh',
    ]);
  });

  it('may change what is protected where it is about that', async () => {
    const { agent } = worker(put('checks/style.sh', '! grep -rn worse src\n'));
    const { apply, base, turnOf } = await cycles(agent);
    const on = await base();
    const turn = turnOf({ work: itemOf({ about: ['checks/style.sh'] }) });
    expect(await apply('c1-1', turn, [on], on)).toMatchObject({ kind: 'changed', refused: [] });
  });

  it('keeps to the program of the user, whatever the work is about', async () => {
    const program = [
      ...['# Program', '## Objective', 'Better sums.', '## Mutable Scope', '- `src/**`'],
      ...['## Immutable Scope', '- `src/other.txt`', '## Experiment Unit', 'one sum'],
      ...['## Validation Commands', '- `make test`', '## Decision Policy', '- small steps'],
      ...['## Escalation Rules', 'when in doubt', '## Stop Conditions', '- sums are good'],
    ].join('\n\n');
    const edits = all(
      put('src/sum.txt', GOOD),
      put('src/other.txt', 'mine\n'),
      put('tests/there.test', 'true\n'),
      put('src/new.txt', 'new\n'),
    );
    const { agent, tasks } = worker(edits);
    const { apply, base, turnOf } = await cycles(agent, { files: { ...START, 'PROGRAM.md': `${program}\n` } });
    const on = await base();
    const turn = turnOf({ work: itemOf({ about: ['src/other.txt', 'tests/there.test'] }) });
    const made = await apply('c1-1', turn, [on], on);
    expect(made).toMatchObject({ files: { 'src/sum.txt': GOOD, 'src/new.txt': 'new\n' } });
    expect(made.kind === 'changed' && made.refused.map(({ path }) => path)).toEqual([
      'src/other.txt',
      'tests/there.test',
    ]);
    expect(tasks[0]?.prompt.system).toContain('small steps');
  });

  it('counts what lies on disk, whatever the agent did with git', async () => {
    const { agent } = worker((root) => {
      const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root });
      put('src/sum.txt', GOOD)(root);
      git('add', '-A');
      git('commit', '-qm', 'by itself');
      git('checkout', '-qb', 'elsewhere');
      put('src/new.txt', 'new\n')(root);
    });
    const { apply, base, turnOf } = await cycles(agent);
    const on = await base();
    expect(await apply('c1-1', turnOf(), [on], on)).toMatchObject({
      files: { 'src/sum.txt': GOOD, 'src/new.txt': 'new\n' },
      refused: [],
    });
  });

  it('that has changed nothing, or nothing of substance, is unchanged with a reason', async () => {
    const learn: Step = (root) => {
      mkdirSync(join(root, '.agents/learnings'), { recursive: true });
      put('.agents/learnings/a.md', 'sums are hard\n')(root);
    };
    const { agent } = worker(() => undefined, learn, put('checks/style.sh', 'true\n'), put('GOALS.md', '# x\n'));
    const { apply, base, turnOf } = await cycles(agent);
    const on = await base();
    expect(await apply('c1-1', turnOf(), [on], on)).toEqual({
      kind: 'unchanged',
      reason: 'the files are the same as the parent’s',
    });
    expect(await apply('c1-2', turnOf(), [on], on)).toMatchObject({
      kind: 'unchanged',
      reason: expect.stringContaining('.agents/learnings/a.md'),
    });
    expect(await apply('c1-3', turnOf(), [on], on)).toMatchObject({
      kind: 'unchanged',
      reason: expect.stringContaining('left out checks/style.sh'),
    });
    const about = turnOf({ work: itemOf({ about: ['GOALS.md'] }) });
    expect(await apply('c1-4', about, [on], on)).toMatchObject({
      kind: 'unchanged',
      reason: expect.stringContaining('GOALS.* alone are no work done'),
    });
  });

  it('goes on from the attempt before, and is nothing where that is left as it was', async () => {
    const seen: string[] = [];
    const look: Step = (root) => seen.push(readFileSync(join(root, 'src/sum.txt'), 'utf8'));
    const { agent } = worker(put('src/sum.txt', 'bad\n'), all(look, put('src/sum.txt', GOOD)), look);
    const { apply, base, turnOf } = await cycles(agent);
    const on = await base();
    const first = versionOf({ id: 'c1-1', ...(await apply('c1-1', turnOf(), [on], on)) });
    expect(await apply('c1-2', turnOf({ attempt: 2 }), [first], on)).toMatchObject({ files: { 'src/sum.txt': GOOD } });
    expect(await apply('c1-3', turnOf({ attempt: 3 }), [first], on)).toEqual({
      kind: 'unchanged',
      reason: 'the files are as c1-1 left them',
    });
    expect(seen).toEqual(['bad\n', 'bad\n']);
  });

  it('by an agent that crashes has failed, and leaves no folder', async () => {
    const crash = agentOf('command:echo half > src/sum.txt; echo boom >&2; exit 3', {});
    const { apply, base, turnOf, folder } = await cycles(crash);
    const on = await base();
    expect(await apply('c1-1', turnOf(), [on], on)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('code 3: boom'),
    });
    expect(existsSync(join(folder, 'lanes/work-c1-1'))).toBe(false);
  });

  it('is paid once: begun again it comes to the same', async () => {
    const { agent, tasks } = worker(all(put('src/sum.txt', GOOD), put('checks/style.sh', 'true\n')));
    const { apply, base, turnOf } = await cycles(withLedger(agent, { ledger: ledger() }));
    const on = await base();
    const made = await apply('c1-1', turnOf(), [on], on);
    expect(made).toMatchObject({ kind: 'changed', refused: [{ path: 'checks/style.sh' }] });
    expect(await apply('c1-1', turnOf(), [on], on)).toEqual(made);
    expect(tasks).toHaveLength(1);
  });

  it('can be done in words, with the files of the plan in sight', async () => {
    const { agent, tasks } = speaker(`src/sum.txt\n\n\`\`\`\n${GOOD}\`\`\`\n\nSums are good.`);
    const { apply, base, turnOf } = await cycles(agent);
    const on = await base();
    expect(await apply('c1-1', turnOf(), [on], on)).toMatchObject({
      kind: 'changed',
      files: { 'src/sum.txt': GOOD },
      summary: 'Sums are good.',
    });
    expect(tasks[0]?.prompt.text).toContain('src/sum.txt:\n```\npoor');
    expect(tasks[0]?.prompt.text).not.toContain('.agents/rpi/plan.md');
  });

  it('finds its papers again where a turn broke off and is begun anew', async () => {
    const seen: boolean[] = [];
    const look: Step = (root) => seen.push(existsSync(join(root, '.agents/rpi/plan.md')));
    const tries: Step[] = [
      all(look, put('src/sum.txt', 'half\n'), (root) => rmSync(join(root, '.agents'), { recursive: true })),
      all(look, put('src/other.txt', 'two\n')),
    ];
    const flaky: Agent = {
      name: 'flaky',
      works: 'files',
      async run(task) {
        const step = tries.shift();
        step?.(task.workspace?.root ?? '');
        if (tries.length > 0) return { kind: 'broken', outage: 'server', reason: 'down', text: '', spent: {} };
        return readRun(task, { text: 'done', spent: {} });
      },
    };
    const { apply, base, turnOf } = await cycles(withRetry(flaky, { ledger: ledger(), sleep: async () => undefined }));
    const on = await base();
    expect(await apply('c1-1', turnOf(), [on], on)).toMatchObject({
      kind: 'changed',
      files: { 'src/other.txt': 'two\n' },
      refused: [],
    });
    expect(seen).toEqual([true, true]);
  });

  it('first takes away what a killed driver has left', async () => {
    const { base, folder } = await cycles(worker().agent);
    mkdirSync(join(folder, 'lanes/work-c1-1/tree'), { recursive: true });
    await base();
    expect(existsSync(join(folder, 'lanes'))).toBe(false);
  });

  it('lays its papers nowhere but into the worktree', async () => {
    const seen: boolean[] = [];
    const { agent } = worker((root) => {
      seen.push(existsSync(join(root, '.agents/rpi')));
      put('src/sum.txt', GOOD)(root);
    });
    const world = await cycles(agent);
    const outside = join(world.folder, 'outside');
    mkdirSync(outside);
    rmSync(join(world.root, '.agents'), { recursive: true, force: true });
    symlinkSync(outside, join(world.root, '.agents'));
    world.commit({});
    const on = await world.base();
    expect(await world.apply('c1-1', world.turnOf(), [on], on)).toMatchObject({ kind: 'changed' });
    expect(seen).toEqual([false]);
    expect(existsSync(join(outside, 'rpi'))).toBe(false);
  });
});
