import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speaker } from '../../test/fake/speaker.ts';
import { withLedger } from '../agent/agent.ts';
import { readRun } from '../agent/run.ts';
import type { Agent } from '../domain/agent.ts';
import { isUnverified } from '../domain/verification.ts';
import { fail, laboratory, ledger, PASS, put, type Turn, worker } from './trial.fixture.ts';

const BETTER = 'def count(n):\n    return n * (n - 1) // 2\n';
const CONSTANT = 'def count(n):\n    return 4950\n';

describe('an experiment of a round', () => {
  it('is told the brief word for word, and how far its lane has come', async () => {
    const { agent, tasks } = worker(put('src/a.py', BETTER));
    const { apply } = await laboratory(agent);
    expect(await apply({ session: 'of the parent' })).toMatchObject({
      kind: 'changed',
      files: { 'src/a.py': BETTER },
      touched: ['src/a.py#count'],
    });
    const [first] = tasks;
    expect(first).toMatchObject({ key: 'r1-l0-d0/author', session: 'of the parent', access: 'edit' });
    for (const part of [
      'The loop is slow.\n\n  Keep  this spacing.',
      '- no C\n  at all',
      '- file src/a.py: the loop',
      'Iterations left in this lane: 4',
      'best: root 1',
      'unrolled it',
    ])
      expect(first?.prompt.text).toContain(part);
  });

  it('is verified as a whole: what was committed, staged and is new', async () => {
    const { agent: verifier, tasks } = speaker(PASS);
    const { agent } = worker((root) => {
      const git = (...args: readonly string[]) => execFileSync('git', [...args], { cwd: root });
      put('src/a.py', BETTER)(root);
      git('commit', '-qam', 'by itself');
      put('src/b.py', 'B = 1\n')(root);
      git('add', 'src/b.py');
      put('src/c.py', 'C = 1\n')(root);
    });
    const { apply } = await laboratory(agent, verifier);
    expect(await apply()).toMatchObject({
      files: { 'src/a.py': BETTER, 'src/b.py': 'B = 1\n', 'src/c.py': 'C = 1\n' },
    });
    expect(tasks.map(({ key }) => key)).toEqual(['r1-l0-d0/verify/1']);
    for (const part of ['n * (n - 1) // 2', '+B = 1', '+C = 1']) expect(tasks[0]?.prompt.text).toContain(part);
  });

  it('is revised by what code finds, without a verifier, and by what the verifier finds', async () => {
    const { agent: verifier, tasks: looks } = speaker(fail('too clever by half'), PASS);
    const { agent, tasks } = worker(
      put('src/a.py', CONSTANT),
      put('src/a.py', `${BETTER}\nX = 1\n`),
      put('src/a.py', BETTER),
    );
    const { apply } = await laboratory(agent, verifier);
    expect(await apply()).toMatchObject({ kind: 'changed', files: { 'src/a.py': BETTER }, summary: 'Turn 3' });
    expect(tasks.map(({ key, session }) => [key, session])).toEqual([
      ['r1-l0-d0/author', undefined],
      ['r1-l0-d0/author/revise/1', 's1'],
      ['r1-l0-d0/author/revise/2', 's2'],
    ]);
    expect(looks.map(({ key }) => key)).toEqual(['r1-l0-d0/verify/2', 'r1-l0-d0/verify/3']);
    expect(tasks[1]?.prompt.text).toContain('src/a.py:1: count gives a constant');
    expect(tasks[1]?.prompt.text).toContain('The loop is slow.');
    expect(tasks[2]?.prompt.text).toContain('too clever by half');
  });

  it('is given up when nothing passes', async () => {
    const { agent, tasks } = worker(
      put('src/a.py', BETTER),
      put('src/a.py', `${BETTER}\n`),
      put('src/a.py', `${BETTER}\n\n`),
    );
    const { apply } = await laboratory(agent, speaker(fail('no'), fail('no'), fail('still no')).agent);
    const made = await apply();
    expect(made.kind === 'failed' && isUnverified(made.reason) && made.reason).toMatch(/still no/);
    expect(tasks).toHaveLength(3);
  });

  it('is not verified once more when it was revised by words alone', async () => {
    const { agent, tasks } = worker(put('src/a.py', BETTER));
    const { agent: verifier, tasks: looks } = speaker(fail('no'), fail('never asked'));
    const { apply } = await laboratory(agent, verifier);
    const made = await apply();
    expect(made.kind === 'failed' && made.reason).toMatch(/: no$/);
    expect([tasks.length, looks.length]).toEqual([3, 1]);
  });

  it('has edits undone that it may not make, and what it says of them is gone once it does without', async () => {
    const seen: string[] = [];
    const { agent, tasks } = worker(
      (root) => {
        put('bench.py', 'print(99)\n')(root);
        put('src/a.py', BETTER)(root);
      },
      (root) => {
        seen.push(readFileSync(join(root, 'bench.py'), 'utf8'), readFileSync(join(root, 'src/a.py'), 'utf8'));
      },
    );
    const { apply } = await laboratory(agent);
    expect(await apply()).toMatchObject({ kind: 'changed', files: { 'src/a.py': BETTER }, refused: [] });
    expect(seen).toEqual(['print(1)\n', BETTER]);
    expect(tasks[1]?.prompt.text).toContain('bench.py: it may not change');
  });

  it('that has changed nothing is verified by nobody', async () => {
    const { agent: verifier, tasks } = speaker(PASS);
    const { apply } = await laboratory(worker().agent, verifier);
    expect(await apply()).toMatchObject({ kind: 'unchanged' });
    expect(tasks).toEqual([]);
  });

  it('is measured as it was verified, whatever a verifier does to the files', async () => {
    const meddler: Agent = {
      name: 'meddler',
      works: 'files',
      async run(task) {
        put('src/a.py', 'evil = 1\n')(task.workspace?.root ?? '');
        return readRun(task, { text: PASS, spent: {} });
      },
    };
    const { apply } = await laboratory(worker(put('src/a.py', BETTER)).agent, meddler);
    expect(await apply()).toMatchObject({ files: { 'src/a.py': BETTER } });
  });

  it('is mended from where the last attempt left it, and not the same again', async () => {
    const seen: string[] = [];
    const look: Turn = (root) => seen.push(readFileSync(join(root, 'src/a.py'), 'utf8'));
    const { agent, tasks } = worker((root) => {
      look(root);
      put('src/a.py', BETTER)(root);
    }, look);
    const { apply, version } = await laboratory(agent);
    const mend = { version: await version('broken\n'), reason: 'gate tests failed', tail: 'NameError: n' };
    expect(await apply({ attempt: 2, mend })).toMatchObject({ files: { 'src/a.py': BETTER } });
    expect(tasks[0]?.key).toBe('r1-l0-d0/2/author');
    expect(tasks[0]?.prompt.text).toMatch(/gate tests failed[\s\S]*NameError: n/);
    expect(await apply({ attempt: 3, mend })).toMatchObject({
      kind: 'unchanged',
      reason: expect.stringContaining('last attempt'),
    });
    expect(seen).toEqual(['broken\n', 'broken\n']);
  });

  it('comes to the same when it is begun again, and nothing is paid twice', async () => {
    const { agent, tasks } = worker(
      (root) => {
        put('bench.py', 'print(99)\n')(root);
        put('src/a.py', CONSTANT)(root);
      },
      put('src/a.py', BETTER),
    );
    const book = ledger();
    const verifier = speaker(PASS);
    const { apply } = await laboratory(
      withLedger(agent, { ledger: book }),
      withLedger(verifier.agent, { ledger: book }),
    );
    const made = await apply();
    expect(await apply()).toEqual(made);
    expect(made).toMatchObject({ kind: 'changed', files: { 'src/a.py': BETTER }, refused: [] });
    expect(tasks).toHaveLength(2);
    expect(verifier.tasks).toHaveLength(1);
  });

  it('goes on by the same when it is begun again in the middle of a revision', async () => {
    let killed = true;
    const seen: string[] = [];
    const turns: readonly Turn[] = [
      (root) => {
        put('bench.py', 'print(99)\n')(root);
        put('src/a.py', BETTER)(root);
      },
      (root) => {
        seen.push(readFileSync(join(root, 'bench.py'), 'utf8'), readFileSync(join(root, 'src/a.py'), 'utf8'));
        put('src/a.py', 'half an edit')(root);
        if (killed) throw new Error('killed');
        put('src/a.py', BETTER)(root);
      },
    ];
    const { agent, tasks } = worker(...turns);
    const { apply } = await laboratory(withLedger(agent, { ledger: ledger() }));
    expect(await apply()).toMatchObject({ kind: 'broken' });
    killed = false;
    expect(await apply()).toMatchObject({ kind: 'changed', files: { 'src/a.py': BETTER }, refused: [] });
    expect(tasks.map(({ key }) => key)).toEqual(['r1-l0-d0/author', 'r1-l0-d0/author/revise/1']);
    expect(seen).toEqual(['print(1)\n', BETTER, 'print(1)\n', BETTER]);
  });
});

describe('an experiment of one who answers in words', () => {
  const block = (text: string): string => `src/a.py\n\n\`\`\`\n${text}\`\`\`\n\nSaid so\n`;

  it('is revised from its own files', async () => {
    const { agent, tasks } = speaker(block(CONSTANT), block(BETTER));
    const { apply } = await laboratory(agent);
    expect(await apply()).toMatchObject({
      kind: 'changed',
      files: { 'src/a.py': BETTER },
      touched: ['src/a.py#count'],
    });
    expect(tasks.map(({ key }) => key)).toEqual(['r1-l0-d0/author', 'r1-l0-d0/author/revise/1']);
    expect(tasks[1]?.prompt.text).toContain('return 4950');
    expect(tasks[1]?.prompt.system).toContain('SEARCH');
  });

  it('is mended from the files of the last attempt', async () => {
    const { agent, tasks } = speaker(block(BETTER));
    const { apply, version } = await laboratory(agent);
    const mend = { version: await version('def count(n):\n    retrun 3\n'), reason: 'it failed' };
    expect(await apply({ attempt: 2, mend })).toMatchObject({ files: { 'src/a.py': BETTER } });
    expect(tasks[0]?.prompt.text).toContain('retrun 3');
  });

  it('comes to nothing when the revision can not be used', async () => {
    const { agent } = speaker(block(CONSTANT), 'no', 'nothing');
    const { apply } = await laboratory(agent);
    expect(await apply()).toMatchObject({ kind: 'unchanged' });
  });
});
