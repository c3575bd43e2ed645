import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { councilOf, situationOf, subjectOf } from '../../test/fake/council.ts';
import type { Agent } from '../domain/agent.ts';
import type { AnswerJob } from '../domain/lane.ts';
import type { Question } from '../domain/question.ts';
import { repositoryWith, scratch, write } from '../workspace/test-kit.ts';
import { findPlace, isolation, openRepository, scopeOf } from '../workspace/workspace.ts';
import { localLanes } from './local.ts';

const { signal } = new AbortController();

/** Lanes with somebody to ask: root has `a.js` with 1 in it, child has 2. */
async function asked(answers: Parameters<typeof councilOf>[0], agent: Partial<Agent> = {}) {
  const root = repositoryWith({ 'a.js': 'export const a = 1;\n', 'bench.js': 'console.log(1)\n' });
  const repository = await openRepository(await findPlace(root));
  const base = await repository.base({ dirty: false });
  const entries = await repository.files(base.tree);
  const changes = new Map([['a.js', Buffer.from('export const a = 2;\n')]]);
  const commit = { parents: [base.commit], onto: base.commit, changes, modes: new Map(), message: 'two' };
  const child = { id: 'r1-l0-d0', ...(await repository.commit(commit)) };
  const folder = scratch();
  const attempt = (id: string, number: number) => join(folder, 'attempts', id, String(number));
  const { council, tasks } = councilOf(answers, { agent });
  const scope = scopeOf(['a.js'], entries);
  const names = { harness: [], heldOut: [] };
  const changed = async () => [{ path: 'a.js', before: '', after: 'process.exit(0)\n' }];
  const lanes = localLanes({
    repository,
    operators: {},
    seed: { id: 'root', commit: base.commit, tree: base.tree },
    scope,
    inputs: [],
    bind: (await isolation()) !== 'group',
    width: 1,
    council,
    attempt,
    plan: {
      ...{ folder: '', fitness: 'node bench.js', files: ['a.js'], seed: 1, gates: [], repeat: 1, parse: 'auto' },
      ...{ direction: 'max', timeoutMs: 20_000, memoryMb: 500 },
      slots: { use: (_signal, work) => work({ index: 0, cores: [] }) },
      artifacts: () => folder,
      audit: { ...names, changed },
    },
    folder: join(folder, 'lanes'),
  });
  onTestFinished(async () => {
    await lanes[Symbol.asyncDispose]();
    repository.close();
  });
  const versions = { root: { id: 'root', ...base }, child };
  const left = (id: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(attempt(id, 1), { recursive: true });
    write(attempt(id, 1), files);
  };
  const answer = (question: Question, candidates: readonly (keyof typeof versions)[], more: Partial<AnswerJob> = {}) =>
    lanes.answer({ question, candidates: candidates.map((name) => versions[name]), ...more }, signal);
  return { answer, tasks, left, repository };
}

const brief = (): Question => ({ key: 'round/2/brief', of: 'brief', candidate: 'root', situation: situationOf() });
const audit: Question = {
  key: 'r1-l0-d0/audit/1',
  of: 'audit',
  candidate: 'r1-l0-d0',
  parent: 'root',
  attempt: 1,
  subject: subjectOf('r1-l0-d0'),
};

describe('questions to those who think', () => {
  it('of a scan show what attempts left: what came of them, logs, then failing tasks', async () => {
    const { answer, tasks, left } = await asked([
      { findings: [{ description: 'late', experiments: ['x'], evidence: ['took 31 seconds'] }] },
    ]);
    left('x', {
      'outcome.json': '{"score": 1, "left_out": []}',
      'benchmark.log': 'warming up\ntook 31 seconds\n',
      'gate_unit.log': 'all fine here',
      'traces/task_a.json': '{"score": 1, "what": "went well"}',
      'traces/task_b.json': '{"score": 0, "what": "went wrong"}',
    });
    const question: Question = {
      key: 'round/1/scan/0',
      of: 'scan',
      subjects: [subjectOf('x', { attempt: 0 }), subjectOf('gone')],
    };
    expect(await answer(question, [])).toMatchObject({
      kind: 'answered',
      answer: { findings: [{ experiments: ['x'] }], unproven: 0 },
    });
    const text = tasks[0]?.prompt.text ?? '';
    const order = ['"left_out"', 'took 31 seconds', 'all fine here', 'went wrong', 'went well'];
    expect(order.map((part) => text.indexOf(part))).toEqual(
      [...order.map((part) => text.indexOf(part))].sort((a, b) => a - b),
    );
    expect(order.every((part) => text.includes(part))).toBe(true);
  });

  it('about the best give its code as text to one who sees nothing else', async () => {
    const { answer, tasks } = await asked([{ briefs: [], axis: '' }]);
    expect(await answer(brief(), ['child'])).toMatchObject({ kind: 'answered', answer: { briefs: [] } });
    expect(tasks[0]?.prompt.text).toContain('export const a = 2;');
    expect(tasks[0]?.workspace).toBeUndefined();
  });

  it('about the best give a folder with its code to one who works on files, and nothing comes of what it writes', async () => {
    const seen: string[] = [];
    const { answer, tasks } = await asked([], {
      works: 'files',
      async run(task) {
        const root = task.workspace?.root ?? '';
        seen.push(root);
        writeFileSync(join(root, 'a.js'), 'mine now');
        const reading = task.read('{"briefs": [], "axis": ""}');
        if (reading.kind === 'unreadable') throw new Error(reading.why);
        return { kind: 'answered', answer: reading.answer, text: '', spent: {} };
      },
    });
    expect(await answer(brief(), ['child'])).toMatchObject({ kind: 'answered' });
    expect(seen).toHaveLength(1);
    expect(() => writeFileSync(join(seen[0] ?? '', 'b.js'), '')).toThrow();
    expect(tasks).toEqual([]);
  });

  it('of an audit show the change against the parent, what was left out and what code has marked', async () => {
    const { answer, tasks, left } = await asked([{ valid: false, reasons: ['it only exits'] }]);
    left('r1-l0-d0', {
      'outcome.json': 'of an older attempt',
      'benchmark.log': 'printed by it\n',
      'diff.patch': 'not shown twice',
    });
    const evaluation = {
      outcome: 'scored',
      epoch: 1,
      samples: [2.5],
      comparisons: [],
      metrics: {},
      stages: [],
    } as const;
    const refused = [{ path: 'bench.js', reason: 'protected' }];
    const measured = { evaluation: { ...evaluation, channel: 'number' as const }, refused };
    expect(await answer(audit, ['child', 'root'], { measured })).toEqual({
      kind: 'answered',
      answer: { valid: false, reasons: ['it only exits'] },
    });
    const text = tasks[0]?.prompt.text ?? '';
    for (const part of [
      '-export const a = 1;',
      '+export const a = 2;',
      'bench.js: protected',
      'ends the process',
      '2.5',
      'printed by it',
    ])
      expect(text).toContain(part);
    for (const part of ['not shown twice', 'of an older attempt']) expect(text).not.toContain(part);
  });
});
