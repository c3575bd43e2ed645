import { expect, test } from 'vitest';
import { type Literal, literals } from './literals.ts';

async function foundIn(text: string): Promise<readonly Literal[]> {
  const found = await literals('a.js', text);
  if (found.kind !== 'found') throw new Error(found.reason);
  return found.literals;
}

const valuesIn = async (text: string): Promise<readonly number[]> => (await foundIn(text)).map(({ value }) => value);

test.each([
  ['x = 0x1F + 0b101 + 0o17 + 1_000', [31, 5, 15, 1000]],
  ['x = 1e3 + 1.5E-2 + .5 + 5.', [1000, 0.015, 0.5, 5]],
  ['x = 010 + 09', [8, 9]],
  ['x = -2.5 + - 3 - -4', [-2.5, -3, -4]],
  ['x = a-5', [5]],
  ['f(-/* why */5)', []],
])('reads %s', async (text, values) => {
  expect(await valuesIn(text)).toEqual(values);
});

test('whole is what is written without a point and has no fraction', async () => {
  const found = await foundIn('f(5, 5.0, 1e3, 1e-3, 0xff, -7, 1e300)');
  expect(found.map(({ integer }) => integer)).toEqual([true, false, true, false, true, true, false]);
});

test('offsets and lines hold with any text around', async () => {
  const text = '\uFEFFconst é = "日本😀";\r\n\tlet b = -7.5; // 😀 8\r\n\tlet c = 1_0;\r\n';
  const found = await foundIn(text);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['-7.5', '1_0']);
  expect(found.map(({ line, text: own }) => [line, own])).toEqual([
    [2, '-7.5'],
    [3, '1_0'],
  ]);
});

test.each([
  'x = { 1: a, [2]: b, [3 * k]: c, 4() {} }; class A { 5 = a; static 6() {} [7] = b }; const { 8: y } = z',
  'a[0]; a?.[1]; a[i + 1][-2]; a[(i * 3) % n]; a[x ? 4 : 5]',
  '5..toFixed(); 5 .x; y = 6[z]; y = 7`t`; y = 8()',
  'x = 10n + 0x1fn',
  'x = void 0; y = !0; z = ~5; w = +6; v = - -7; u = -(8)',
  'switch (a) { case 1: case -2: case (3): break }',
  'a.indexOf(b) === -1; n % k == 0; 2 !== a; (3) != b',
  'x | 0; x >>> 0; 1 << k; (x & 255) ^ y',
  'for (let i = 0, j = n - 1; ; i += 2, j = j + 3) {}; for (k = 4; ; ) {}',
  'a.length - 1; b = (1) + m.size',
  'let i = 0; i++; let sum = 1; sum += x; n = 2; n -= x; class A { c = 3; f() { this.c--; this.c = 4 } }',
  'parseInt(s, 10); n.toString(36); n.toFixed(2); s.charCodeAt(0); a.at(-1); a.splice(i, 1); process.exit(1)',
  'a.slice(1); JSON.stringify(x, null, 2); "5"; `6`; /7/; // 8',
  '5; -6 < f() && g(); 7 + h()',
  'x = 1e999',
])('leaves out %s', async (text) => {
  expect(await valuesIn(text)).toEqual([]);
});

test.each([
  ['const RATE = 0.5; export_ = { a: 1, b: [2, -3] }; f(4)', [0.5, 1, 2, -3, 4]],
  [`x = a ? 1 : 2; y = \`\${3}\`; z = (b = 4) => 5; w = (6).toFixed()`, [1, 2, 3, 4, 5, 6]],
  ['for (let t = 9.5; t > 0.1; t *= 0.95) {}', [9.5, 0.1, 0.95]],
  ['for (let i = 0; i < 100; i++) {}', [100]],
  ['a.slice(0, 10); a[f(0.5)]; Math.max(0, x) ** 2; if (n % 3 === 0) y = 1.0 * x', [10, 0.5, 0, 2, 3, 1]],
  ['let best = 1.5; best -= f(); score += 7', [1.5, 7]],
  ['x = <div a={5}>6</div>', [5]],
])('finds the parameters of %s', async (text, values) => {
  expect(await valuesIn(text)).toEqual(values);
});

test('export and default values are found', async () => {
  expect(await valuesIn('export const a = 1.5; export default 2.5;')).toEqual([1.5, 2.5]);
});

test('only between the markers, where there are any', async () => {
  expect(await valuesIn('x = 1\n// EVOLVE-BLOCK-START\ny = 2\n// EVOLVE-BLOCK-END\nz = 3\n')).toEqual([2]);
});

test('what has no literals to find says why', async () => {
  expect(await literals('a.rb', 'x = 1')).toMatchObject({
    kind: 'unsupported',
    reason: expect.stringContaining('JavaScript'),
  });
  expect(await literals('a.js', 'x = 1;\ny = = 2')).toEqual({
    kind: 'unparsable',
    reason: 'a.js:2: not valid JavaScript',
  });
  expect(await literals('a.js', 'f(1\n')).toMatchObject({ kind: 'unparsable' });
  const unclosed = await literals('a.js', 'x = 1;\n// EVOLVE-BLOCK-START\n');
  expect(unclosed).toEqual({ kind: 'unparsable', reason: expect.stringContaining('a.js:2: EVOLVE-BLOCK-START') });
});

test('thousands of numbers and deep nesting', async () => {
  expect(await foundIn(`x = [${'1.5,'.repeat(2000)}]`)).toHaveLength(2000);
  expect(await foundIn(`x = 1.5${' + 2.5'.repeat(1999)}`)).toHaveLength(2000);
  expect(await foundIn(`x = ${'('.repeat(2000)}1.5${')'.repeat(2000)}`)).toHaveLength(1);
});

test('more numbers than a search can use are refused, with advice', async () => {
  const text = `x = [${'1.5,'.repeat(2001)}]`;
  expect(await literals('data.js', text)).toEqual({
    kind: 'crowded',
    reason: 'data.js: too many numbers (2001) to search: mark a part with EVOLVE-BLOCK-START/END',
  });
  const marked = `${text}\n// EVOLVE-BLOCK-START\ny = 2.5\n// EVOLVE-BLOCK-END\n`;
  expect((await foundIn(marked)).map(({ value }) => value)).toEqual([2.5]);
});
