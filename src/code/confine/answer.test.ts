import { expect, it } from 'vitest';
import { bareAnswer } from './answer.ts';
import { targetIn } from './confine.fixture.ts';

const PY = 'import os\n\n\nclass Box:\n    def f(self, a):\n        return a\n\n    def g(self):\n        return 1\n';
const fence = (code: string): string => `Here it is:\n\n\`\`\`python\n${code}\n\`\`\`\nFaster now\n`;

const made = async (answer: string, symbol = 'Box.f'): Promise<string | undefined> =>
  bareAnswer(await targetIn('a.py', PY, symbol), PY, answer);

it('takes a definition by itself in place of the target, however deep it is written', async () => {
  const wanted = PY.replace('        return a\n', '        b = a\n        return b\n');
  expect(await made(fence('def f(self, a):\n    b = a\n    return b'))).toBe(wanted);
  expect(await made(fence('    def f(self, a):\n        b = a\n        return b'))).toBe(wanted);
});

it('takes a whole file', async () => {
  const whole = PY.replace('return a\n', 'return 2 * a\n');
  expect(await made(fence(whole.trimEnd()))).toBe(whole);
});

it.each([
  ['another definition', fence('def h(self, a):\n    return a')],
  ['two blocks', `${fence('def f(self, a):\n    return 1')}${fence('def f(self, a):\n    return 2')}`],
  ['no block', 'def f(self, a): return 1'],
  ['what makes no sense', fence('def f(self, a):\n    return (')],
  ['a part of it', fence('    return b')],
])('does not take %s', async (_, answer) => {
  expect(await made(answer)).toBeUndefined();
});
