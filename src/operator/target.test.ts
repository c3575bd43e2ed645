import { expect, it } from 'vitest';
import type { Target } from '../domain/target.ts';
import { withinTarget } from './target.ts';

const TARGET: Target = { path: 'a.js', symbol: 'f', signature: 'function f(a)' };
const SEED = 'function f(a) {\n  return a;\n}\nfunction g() {}\n';

async function held(content: Buffer | null) {
  const found = { changes: new Map([['a.js', content]]), modes: new Map([['a.js', '100755']]), refused: [] };
  const { changes, modes, refused } = await withinTarget(found, TARGET, async () => Buffer.from(SEED));
  return { text: changes.get('a.js')?.toString('latin1') ?? null, modes: modes.size, refused };
}

it('keeps of a file what was made of the target, without its mode, and tells the rest', async () => {
  const made = SEED.replace('return a', 'return 2').replace('g() {}', 'g() { return 1; }');
  expect(await held(Buffer.from(made))).toEqual({
    text: SEED.replace('return a', 'return 2'),
    modes: 0,
    refused: [{ path: 'a.js', reason: 'a change of g' }],
  });
});

it('keeps a file without the target as it was made', async () => {
  const made = SEED.replace('f(a)', 'h(a)');
  expect(await held(Buffer.from(made))).toEqual({ text: made, modes: 0, refused: [] });
  expect((await held(null)).text).toBeNull();
});

it('takes nothing of what can’t be read as the seed’s file can', async () => {
  const made = Buffer.concat([Buffer.from(SEED), Buffer.from([0xff])]);
  expect(await held(made)).toEqual({
    text: null,
    modes: 0,
    refused: [{ path: 'a.js', reason: 'it is no longer UTF-8' }],
  });
});

it('has nothing to do without a target', async () => {
  const made = SEED.replace('g() {}', 'g() { return 1; }');
  const found = { changes: new Map([['a.js', Buffer.from(made)]]), modes: new Map<string, string>(), refused: [] };
  expect(await withinTarget(found, undefined, async () => undefined)).toBe(found);
});
