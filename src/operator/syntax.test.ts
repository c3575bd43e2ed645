import { expect, test } from 'vitest';
import type { ApplyJob } from '../domain/lane.ts';
import type { Change, Draft, Source } from '../domain/operator.ts';
import type { Operation } from '../domain/proposal.ts';
import { syntax, treesIn } from './syntax.ts';

type Files = Readonly<Record<string, string | undefined>>;

const source = (files: Files): Source => ({ files: () => Object.keys(files), read: async (path) => files[path] });

function job(operator: Operation, id = 'gen1-1'): ApplyJob {
  const version = { id: 'gen0-seed', commit: '', tree: '' };
  const brief = { objective: '', boundaries: [], pointers: [] };
  return {
    proposal: { id, batch: 1, ord: 1, home: '', operator, by: 'syntax', parents: ['a'], inspirations: [], brief },
    parents: [version],
    seed: 7,
    attempt: 0,
    dossier: {
      fitness: '',
      direction: 'max',
      scope: [],
      baseline: null,
      best: null,
      parents: [],
      tried: [],
      inspirations: [],
    },
  };
}

async function apply(one: ApplyJob, files: Files, ...others: readonly Files[]): Promise<Change & { written: Files }> {
  const written: Record<string, string> = {};
  const draft: Draft = {
    ...source(files),
    others: others.map(source),
    write: (path, text) => {
      written[path] = text;
    },
    delete: () => {},
    allows: () => true,
    merged: () => Promise.reject(new Error('not asked for')),
    workspace: () => Promise.reject(new Error('not asked for')),
  };
  return { ...(await syntax.apply(one, draft, new AbortController().signal)), written };
}

const PRICE = 'export const price = (a) => {\n  return a * 2;\n};\n';
const RANK = 'def rank(a):\n    return a - 1\n';

test('mutate makes one edit of one file, the same one each time', async () => {
  const made = await apply(job('mutate'), { 'a.js': PRICE, 'b.py': RANK });
  expect(made).toMatchObject({ kind: 'changed', summary: expect.stringMatching(/^(a\.js|b\.py) line \d+/) });
  expect(Object.keys(made.written)).toHaveLength(1);
  expect(await apply(job('mutate'), { 'a.js': PRICE, 'b.py': RANK })).toEqual(made);
});

test('proposals draw apart', async () => {
  const texts = new Set<string | undefined>();
  for (let i = 0; i < 20; i++) texts.add((await apply(job('mutate', `gen1-${i}`), { 'a.js': PRICE })).written['a.js']);
  expect(texts.size).toBeGreaterThan(4);
});

test('fresh makes several edits', async () => {
  const text = 'function f(a, b) {\n  g(a);\n  h(b);\n  return a + b * 2 - 1;\n}\n';
  expect(await apply(job('fresh'), { 'a.js': text })).toMatchObject({ summary: expect.stringMatching(/line.*, line/) });
});

test('cross takes from the second parent', async () => {
  const mine = { 'a.js': PRICE, 'b.py': RANK };
  const made = await apply(job('cross'), mine, { 'a.js': PRICE.replace('2', '3'), 'b.py': RANK.replace('1', '5') });
  expect(made).toMatchObject({ kind: 'changed', summary: expect.stringContaining('from the other parent') });
  expect(Object.keys(made.written)).toHaveLength(1);
});

test.each([
  ['has the same files', [{ 'a.js': PRICE }]],
  ['differs in one place only', [{ 'a.js': PRICE.replace('2', '3') }]],
  ['has other files', [{ 'b.py': RANK }]],
  ['is missing', []],
])('cross becomes a small mutation when the second parent %s', async (_, others) => {
  const made = await apply(job('cross'), { 'a.js': PRICE }, ...others);
  expect(made).toMatchObject({ kind: 'changed', summary: expect.stringMatching(/^nothing to exchange, instead line/) });
});

test('without syntax to edit it leaves all as it is, and says why', async () => {
  const made = await apply(job('mutate'), { 'a.md': 'x', 'b.js': undefined, 'c.js': 'let = =' });
  expect(made).toMatchObject({
    kind: 'unchanged',
    reason: expect.stringMatching(/a\.md: .*; b\.js: not UTF-8; c\.js/),
  });
  expect(await apply(job('mutate'), {})).toMatchObject({ kind: 'unchanged', reason: 'no syntax to edit: no files' });
});

test('the check at the start tells what can be edited', async () => {
  const found = await treesIn(source({ 'b.py': RANK, 'a.js': PRICE, 'c.js': 'import "c";\n', 'd.js': undefined }));
  expect(found.editable).toEqual(['a.js', 'b.py']);
  expect(found.skipped).toEqual(['c.js: nothing that may be edited', 'd.js: not UTF-8']);
});
