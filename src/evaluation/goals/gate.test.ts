import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLOSED } from '../../domain/sandbox.ts';
import { longSleep, running } from '../../workspace/process-tree.fixture.ts';
import { scratch } from '../../workspace/test-kit.ts';
import { contractOf, gateLab } from './gate.fixture.ts';
import { goalOf } from './goal.fixture.ts';

const GOALS = [
  goalOf('has-a', 'grep -q a app.sh', { weight: 8 }),
  goalOf('has-b', 'grep -q b app.sh', { weight: 2 }),
  goalOf('size', 'wc -c < app.sh', { continuous: { metric: 'bytes', threshold: 100 } }),
];
const FILES = { 'app.sh': 'a\n', 'tests.sh': 'sh app.test.sh\n', 'app.test.sh': 'grep -q a app.sh\n' };
const BUNDLE = ['sh tests.sh'];
/** Checks that remember: what they write outside stays. */
const OPEN = { ...CLOSED, mode: 'off' } as const;

describe('the base of a cycle', () => {
  it('is measured by every goal', async () => {
    const { base, snapshot, root } = await gateLab(FILES);
    expect(await base(contractOf(BUNDLE, GOALS))).toMatchObject({
      outcome: 'scored',
      samples: [86.7],
      tasks: { 'has-a': 1, 'has-b': 0, size: 1 },
      metrics: { bytes: 2 },
      feedback: 'Goal has-b fails: it printed nothing',
      stages: [
        { stage: 'seal', verdict: 'pass' },
        { stage: 'goals', verdict: 'pass', note: '2 of 3 pass, score 86.7' },
      ],
    });
    expect(snapshot(root)).toMatchObject({
      at: '2026-03-01T00:00:00.000Z',
      sha: root.commit,
      goals: [
        { goal: 'has-a', result: 'pass', weight: 8 },
        { goal: 'has-b', result: 'fail' },
        { goal: 'size', result: 'pass', value: 2, threshold: 100 },
      ],
    });
  });

  it('without goals has no task, and the score 0', async () => {
    const { base, snapshot, root } = await gateLab(FILES);
    const evaluation = await base(contractOf(BUNDLE));
    expect(evaluation).toMatchObject({ outcome: 'scored', samples: [0], metrics: {} });
    expect(evaluation).not.toHaveProperty('tasks');
    expect(snapshot(root)).toBeUndefined();
  });

  it('fails a goal whose check hangs, and ends it', async () => {
    const seconds = longSleep();
    const { base, snapshot, root } = await gateLab(FILES, { checkSeconds: 1 });
    const goals = [...GOALS, goalOf('hangs', `setsid sleep ${seconds} & sleep ${seconds}`)];
    expect(await base(contractOf([], goals))).toMatchObject({ outcome: 'scored', samples: [65], tasks: { hangs: 0 } });
    expect(snapshot(root)?.goals.at(-1)).toMatchObject({
      result: 'fail',
      timedOut: true,
      output: 'ran longer than 1 s',
    });
    expect(running(seconds)).toEqual([]);
  });

  it('gives each check the sealed files: what one leaves or spoils, the next does not see', async () => {
    const { base } = await gateLab({ ...FILES, 'protected/data': '1\n' });
    const goals = [
      goalOf('leaves', 'echo z > app.sh; echo x > new.txt'),
      goalOf('sees', 'test ! -e new.txt && grep -q a app.sh'),
      goalOf('tampers', 'chmod u+w protected protected/data; echo 2 > protected/data'),
      goalOf('after', 'grep -q 1 protected/data'),
      goalOf('braces', `test '{worktree}{target}' = '{worktree}{target}' && echo '{target}' | grep -q target`),
    ];
    expect(await base(contractOf([], goals))).toMatchObject({
      tasks: { leaves: 1, sees: 1, tampers: 0, after: 1, braces: 1 },
    });
  });
});

describe('the gate of a cycle', () => {
  it('runs the validation commands in order, then the goals, and keeps what they came to', async () => {
    const { gate, version, snapshot, logs } = await gateLab(FILES);
    const better = await version({ 'app.sh': 'ab\n' });
    expect(await gate(contractOf([...BUNDLE, 'true'], GOALS), better)).toMatchObject({
      outcome: 'scored',
      samples: [100],
      tasks: { 'has-a': 1, 'has-b': 1, size: 1 },
      stages: [
        { stage: 'seal' },
        { stage: 'validation sh tests.sh', verdict: 'pass' },
        { stage: 'validation true', verdict: 'pass' },
        { stage: 'goals', note: '3 of 3 pass, score 100' },
      ],
    });
    expect(snapshot(better)?.goals.every(({ result }) => result === 'pass')).toBe(true);
    expect(logs('c1-1')).toContain('gate_validation-1.log');
    expect(logs('c1-1')).toContain('gate_goal-has-a.log');
  });

  it.each([
    ['fails', 'echo broken build >&2; exit 2', 'exited with code 2', 'broken build'],
    ['is unknown', 'no-such-tool --check', 'exited with code 127: a command in it was not found', 'no-such-tool'],
    ['cannot be run', './app.sh', 'exited with code 126: a command in it can’t be run', 'app.sh'],
    ['hangs', 'echo so far; sleep 1000', 'ran longer than 1 s', 'so far'],
  ])('is closed where a validation command %s: nothing after it is run', async (_, command, reason, tail) => {
    const { gate, version, logs } = await gateLab(FILES, { timeoutMs: 1000 });
    const evaluation = await gate(contractOf([command, 'true'], GOALS), await version({ 'app.sh': 'ab\n' }));
    expect(evaluation).toMatchObject({
      outcome: 'invalid',
      reason: `validation ${command} ${reason}`,
      tail: expect.stringContaining(tail),
    });
    expect(logs('c1-1')).toEqual(['gate_validation-1.log']);
  });

  it('also runs what the profile asks of finished work, once', async () => {
    const { gate, version } = await gateLab(FILES);
    const contract = {
      ...contractOf(['sh tests.sh', 'sh tests.sh ']),
      profile: {
        ...{ path: 'p.json', startupReads: [], goalsSource: { primary: 'GOALS.md', mirrors: [] }, validation: [] },
        tracker: { ready: '', show: '', update: '', close: '', others: {} },
        done: { predicates: [], validations: ['sh tests.sh', 'exit 9'], cleanGit: false },
      },
    };
    const evaluation = await gate(contract, await version({ 'app.sh': 'ab\n' }));
    expect(evaluation).toMatchObject({ outcome: 'invalid', reason: 'validation exit 9 exited with code 9' });
    expect(evaluation.stages.map(({ stage }) => stage)).toEqual([
      'seal',
      'validation sh tests.sh',
      'validation exit 9',
    ]);
  });

  it('is broken where the machine fails, not invalid', async () => {
    const { gate, base, version } = await gateLab(FILES, { folder: 'no/such/folder' });
    const contract = contractOf(BUNDLE, GOALS);
    expect(await gate(contract, await version({ 'app.sh': 'ab\n' }))).toMatchObject({ outcome: 'broken' });
    expect(await base(contract)).toMatchObject({ outcome: 'broken', reason: expect.stringContaining('goal has-a') });
  });

  it('measures every goal, so that one that nobody worked on is seen to regress', async () => {
    const { base, gate, version } = await gateLab(FILES);
    const contract = contractOf([], GOALS);
    await base(contract);
    expect(await gate(contract, await version({ 'app.sh': 'b\n' }))).toMatchObject({
      outcome: 'scored',
      tasks: { 'has-a': 0, 'has-b': 1, size: 1 },
      feedback: 'Goal has-a passed before and fails now: it printed nothing',
    });
  });

  it('runs a goal that passed on the base once more before it is lost', async () => {
    // It fails on every first look at a commit, as one does that depends on the weather.
    const seen = join(scratch(), 'seen');
    const goals = [goalOf('flaky', `grep -q a app.sh || { echo x >> ${seen}; test $(wc -l < ${seen}) -gt 1; }`)];
    const { base, gate, version, snapshot } = await gateLab(FILES, { sandbox: OPEN });
    await base(contractOf([], goals));
    const other = await version({ 'app.sh': 'b\n' });
    expect(await gate(contractOf([], goals), other)).toMatchObject({
      outcome: 'scored',
      tasks: { flaky: 1 },
      stages: [{}, { stage: 'goals', note: '1 of 1 pass, score 100; at the second try: flaky' }],
    });
    expect(snapshot(other)?.goals).toMatchObject([{ goal: 'flaky', result: 'pass' }]);
  });

  it('does not charge a candidate with what fails on the base by now as well', async () => {
    const seen = join(scratch(), 'up');
    writeFileSync(seen, '');
    const { base, gate, version, snapshot, logs } = await gateLab(FILES, { sandbox: OPEN });
    const contract = contractOf([], [goalOf('server', `test -e ${seen}`), ...GOALS]);
    await base(contract);
    rmSync(seen);
    const better = await version({ 'app.sh': 'ab\n' });
    expect(await gate(contract, better)).toMatchObject({
      outcome: 'broken',
      reason:
        'goals: server passed on the base and fails there now, so something else than the code has changed. Look with evolve goals measure --goal server; where it stays so, begin anew with evolve goals run --fresh',
    });
    expect(snapshot(better)).toBeUndefined();
    expect(logs('c1-1')).toContain('gate_base-goal-server.log');
    writeFileSync(seen, '');
    expect(await gate(contract, better)).toMatchObject({ outcome: 'scored', samples: [100] });
  });

  it('does not run a goal again that failed before', async () => {
    const seen = join(scratch(), 'seen');
    const { base, gate, version } = await gateLab(FILES, { sandbox: OPEN });
    const goals = [goalOf('never', `echo x >> ${seen}; exit 1`)];
    await base(contractOf([], goals));
    await gate(contractOf([], goals), await version({ 'app.sh': 'b\n' }));
    expect(readFileSync(seen, 'utf8')).toBe('x\nx\n');
  });

  it('rejects when aborted, and leaves nothing running', async () => {
    const seconds = longSleep();
    const { gate, version } = await gateLab(FILES);
    const controller = new AbortController();
    const over = gate(contractOf([`sleep ${seconds}`]), await version({ 'app.sh': 'b\n' }), {
      signal: controller.signal,
    });
    await expect.poll(() => running(seconds).length, { timeout: 20_000 }).toBeGreaterThan(0);
    controller.abort(new Error('enough'));
    await expect(over).rejects.toThrow('enough');
    expect(running(seconds)).toEqual([]);
  });
});

describe('test-first', () => {
  const contract = contractOf(BUNDLE, GOALS);

  it('lets through what its own test needs', async () => {
    const { gate, version } = await gateLab(FILES);
    const tested = await version({ 'app.sh': 'ab\n', 'app.test.sh': 'grep -q b app.sh\n' });
    const evaluation = await gate(contract, tested, { testFirst: true });
    expect(evaluation).toMatchObject({ outcome: 'scored', samples: [100] });
    expect(evaluation.stages).toContainEqual(
      expect.objectContaining({ stage: 'test-first', verdict: 'pass', note: 'without the change sh tests.sh fails' }),
    );
  });

  it('refuses tests that pass without the change', async () => {
    const { gate, version } = await gateLab(FILES);
    const idle = await version({ 'app.sh': 'ab\n', 'app.test.sh': 'true\n' });
    expect(await gate(contract, idle, { testFirst: true })).toMatchObject({
      outcome: 'invalid',
      reason: 'test-first the new tests pass without the change (app.test.sh)',
    });
    expect(await gate(contract, idle)).toMatchObject({ outcome: 'scored' });
  });

  it('leaves it to whoever validates where no test was added, and asks nothing of tests and texts alone', async () => {
    const { gate, version } = await gateLab({ ...FILES, 'old.test.sh': 'true\n' });
    const note = async (changes: Readonly<Record<string, string | null>>, id: string) =>
      (await gate(contract, await version(changes, id), { testFirst: true })).stages.find(
        ({ stage }) => stage === 'test-first',
      );
    expect(await note({ 'app.sh': 'ab\n' }, 'c1-1')).toMatchObject({ verdict: 'pass', note: 'no test was added' });
    expect(await note({ 'app.sh': 'ab\n', 'old.test.sh': null }, 'c1-2')).toMatchObject({ note: 'no test was added' });
    expect(await note({ 'more.test.sh': 'true\n', 'README.md': 'x' }, 'c1-3')).toMatchObject({
      note: 'nothing but tests was changed',
    });
  });

  it('lays the tests on what the change lies on, and measures the candidate afterwards', async () => {
    const { gate, version } = await gateLab(FILES);
    // The tip that it was brought to already has what the test asks for.
    const tip = await version({ 'app.sh': 'ab\n' }, 'tip');
    const rebased = await version({ 'app.sh': 'abc\n', 'app.test.sh': 'grep -q b app.sh\n' });
    expect(await gate(contract, rebased, { testFirst: true, under: tip })).toMatchObject({ outcome: 'invalid' });
    expect(await gate(contract, rebased, { testFirst: true })).toMatchObject({ outcome: 'scored', samples: [100] });
  });
});
