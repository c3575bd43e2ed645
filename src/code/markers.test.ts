import { expect, test } from 'vitest';
import { markers } from './markers.ts';

const between = (path: string, text: string): readonly string[] => {
  const found = markers(path, text);
  return found.kind === 'blocks' ? found.blocks.map(({ start, end }) => text.slice(start, end)) : [];
};

test('a file without markers may change as a whole', () => {
  expect(markers('a.js', 'let a = 1;\n')).toEqual({ kind: 'none' });
});

test('only whole lines strictly between the markers may change', () => {
  const text =
    'a\n  // EVOLVE-BLOCK-START tune\nb\nc\n  // EVOLVE-BLOCK-END\nd\n/* EVOLVE-BLOCK-START */\n/*EVOLVE-BLOCK-END*/';
  expect(between('a.js', text)).toEqual(['b\nc\n', '']);
  expect(markers('a.js', text)).toMatchObject({
    blocks: [
      { startLine: 2, endLine: 5 },
      { startLine: 7, endLine: 8 },
    ],
  });
});

test('line ends of any kind and a byte order mark', () => {
  expect(between('a.js', '\uFEFF// EVOLVE-BLOCK-START\r\nb é😀\r\n// EVOLVE-BLOCK-END\r\n')).toEqual(['b é😀\r\n']);
  expect(between('a.js', '// EVOLVE-BLOCK-START\rb\r// EVOLVE-BLOCK-END')).toEqual(['b\r']);
});

test('a marker after code protects its line', () => {
  expect(between('a.js', 'f(); // EVOLVE-BLOCK-START\nb\ng();// EVOLVE-BLOCK-END\n')).toEqual(['b\n']);
});

test('comments of other languages count in their files only', () => {
  const text = '# EVOLVE-BLOCK-START\nb\n# EVOLVE-BLOCK-END\n';
  expect(between('a.py', text)).toEqual(['b\n']);
  expect(markers('a.js', text)).toEqual({ kind: 'none' });
});

test('a mention is no marker', () => {
  const text = "// between EVOLVE-BLOCK-START and EVOLVE-BLOCK-END\nconst s = '// EVOLVE-BLOCK-START';\n";
  expect(markers('a.js', text)).toEqual({ kind: 'none' });
});

test.each([
  ['x\n// EVOLVE-BLOCK-START\n', 2, 'without an EVOLVE-BLOCK-END'],
  ['x\n// EVOLVE-BLOCK-END\n', 2, 'without an EVOLVE-BLOCK-START'],
  ['// EVOLVE-BLOCK-START\n// EVOLVE-BLOCK-START\n// EVOLVE-BLOCK-END\n', 2, 'inside the block of line 1'],
])('%j is an error with its line', (text, line, reason) => {
  expect(markers('a.js', text)).toEqual({ kind: 'bad', line, reason: expect.stringContaining(reason) });
});
