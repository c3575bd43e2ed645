import { expect, it } from 'vitest';
import type { Target } from '../domain/target.ts';
import { targetStage } from './target-stage.ts';

const TARGET: Target = { path: 'a.py', symbol: 'Box.sum', signature: 'def sum(self, a, b=1)' };
const SEED = 'class Box:\n    def sum(self, a, b=1):\n        return a + b\n';

const reasonOf = async (text: string | undefined, target = TARGET): Promise<string | undefined> => {
  const job = { candidate: { id: 'c1', commit: 'c', tree: 't' }, attempt: 1 };
  const { ok, result } = await targetStage({ target, text: async () => text }, job);
  expect(result).toMatchObject({ stage: 'target', verdict: ok ? 'pass' : 'fail' });
  return result.verdict === 'fail' ? result.reason : undefined;
};

it('passes what has the target with its signature, however it is laid out', async () => {
  expect(await reasonOf(SEED)).toBeUndefined();
  expect(
    await reasonOf(SEED.replace('(self, a, b=1)', '(\n        self,\n        a,\n        b = 1,\n    )')),
  ).toBeUndefined();
});

it.each([
  [undefined, 'the file a.py is gone'],
  [SEED.replace('sum', 'add'), 'the target Box.sum is missing or renamed'],
  [SEED.replace('return a + b', 'return a +'), 'line 3: not valid Python'],
  [
    SEED.replace('b=1', 'b=2'),
    'changed the signature: was `def sum(self, a, b=1)`, is `def sum(self, a, b=2)` (--allow-signature)',
  ],
])('%j fails', async (text, reason) => {
  expect(await reasonOf(text)).toBe(reason);
});

it('lets a loose target have another signature, but no other name', async () => {
  expect(await reasonOf(SEED.replace('b=1', 'b=2'), { ...TARGET, loose: true })).toBeUndefined();
  expect(await reasonOf(SEED.replace('sum', 'add'), { ...TARGET, loose: true })).toMatch(/missing/);
});

it('shows the beginning of a long signature', async () => {
  const long = Array.from({ length: 200 }, (_, index) => `p${index}`).join(', ');
  expect((await reasonOf(SEED.replace('a, b=1', long)))?.length).toBeLessThan(350);
});
