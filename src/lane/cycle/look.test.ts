import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speaker } from '../../../test/fake/speaker.ts';
import { readRun } from '../../agent/run.ts';
import type { Agent } from '../../domain/agent.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Question } from '../../domain/question.ts';
import { NO_TEST } from '../../evaluation/evaluation.ts';
import { put, worker } from '../trial.fixture.ts';
import { cycles, itemOf, PLAN, versionOf } from './cycle.fixture.ts';

const never = new AbortController().signal;

const READY = {
  status: 'ready',
  plan: 'Write good.',
  criteria: ['sum passes'],
  files: ['src/sum.txt', '/etc/passwd'],
  premortem: { verdict: 'pass', risks: [] },
  parts: [],
  blockers: [],
  cited: [],
  reason: '',
};
const FINE = { verdict: 'pass', findings: [], untested: '', followUps: [], learnings: [] };

const measured = (note?: string): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [100],
  comparisons: [],
  metrics: {},
  tasks: { sum: 1 },
  channel: 'number',
  stages: [{ stage: 'test-first', verdict: 'pass', ms: 1, ...(note === undefined ? {} : { note }) }],
});

describe('those who look', () => {
  it('see the code of the base in words or in a folder that is gone afterwards', async () => {
    const { agent: words, tasks } = speaker(JSON.stringify(READY));
    const seen: string[] = [];
    const reader: Agent = {
      name: 'reader',
      works: 'files',
      async run(task) {
        const root = task.workspace?.root ?? '';
        seen.push(root, String(existsSync(join(root, 'src/sum.txt'))));
        put('src/sum.txt', 'changed by somebody who may only read\n')(root);
        return readRun(task, { text: JSON.stringify(READY), spent: {} });
      },
    };
    for (const asked of [words, reader]) {
      const { base, lanes } = await cycles(worker().agent, { asked });
      const on = await base();
      const question: Question = {
        key: 'cycle/1/discover/0/1',
        of: 'discover',
        candidate: 'c1',
        ...{ work: itemOf(), learnings: [], full: false, splitAt: 7, earlier: ['nobody knew'] },
      };
      expect(await lanes.answer({ question, candidates: [on] }, never)).toMatchObject({
        kind: 'answered',
        answer: { status: 'ready', plan: 'Write good.', files: ['src/sum.txt'] },
      });
    }
    const [first] = tasks;
    expect(first?.key).toBe('cycle/1/discover/0/1');
    for (const part of ['Make sums good', 'nobody knew', 'src/sum.txt:\n\n```\npoor', '- GOALS.md', 'make test'])
      expect(first?.prompt.text).toContain(part);
    expect(first?.prompt.system).toContain('Numbers that can be trusted.');
    const [root = '', there] = seen;
    expect([there, existsSync(root)]).toEqual(['true', false]);
  });

  it('at the work see the whole change and what was measured, and must say why there is no test', async () => {
    const { agent: asked, tasks } = speaker(
      JSON.stringify(FINE),
      JSON.stringify(FINE),
      JSON.stringify({ ...FINE, untested: 'a text has no behaviour' }),
    );
    const { base, apply, lanes, turnOf } = await cycles(worker(put('src/sum.txt', 'good\n')).agent, { asked });
    const on = await base();
    const candidate = versionOf({ id: 'c1-1', ...(await apply('c1-1', turnOf(), [on], on)) });
    const validated = async (testFirst: boolean, note?: string) => {
      const question: Question = {
        key: 'c1-1/validate',
        of: 'validate',
        ...{ candidate: 'c1-1', parent: 'c1', work: itemOf(), plan: PLAN, testFirst },
      };
      const refused = [{ path: 'checks/style.sh', reason: 'outside the scope' }];
      const job = { question, candidates: [candidate, on], measured: { evaluation: measured(note), refused } };
      return lanes.answer(job, never);
    };
    expect(await validated(true)).toMatchObject({ answer: { verdict: 'pass' } });
    expect(await validated(true, NO_TEST)).toMatchObject({
      answer: { verdict: 'fail', findings: [expect.stringContaining('no test')] },
    });
    expect(await validated(true, NO_TEST)).toMatchObject({
      answer: { verdict: 'pass', untested: 'a text has no behaviour' },
    });
    for (const part of ['-poor', '+good', 'checks/style.sh: outside the scope', '"sum": 1', 'the goal sum passes'])
      expect(tasks[0]?.prompt.text).toContain(part);
    expect(tasks[0]?.prompt.text).not.toContain('No test comes with it');
    expect(tasks[1]?.prompt.text).toContain('No test comes with it');
  });
});
