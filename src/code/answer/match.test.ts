import { describe, it } from 'vitest';
import { A, block, type Case, change, check, fence, file, one } from './answer.fixture.ts';

const matching: readonly Case[] = [
  {
    name: 'trailing space of lines that stay',
    answer: block('a\nb', 'x\nb'),
    files: file('a\t\nb  \n'),
    expected: { 'src/a.py': 'x\nb  \n' },
  },
  {
    name: 'a part of a line is no match',
    answer: block('xval = 10', 'xval = 999'),
    files: file('maxval = 100\n'),
    expected: /whole lines/,
  },
  {
    name: 'a block that is nowhere',
    answer: `src/a.py\n${block('    y = x - 1', '    y = 0')}`,
    expected: /src\/a\.py, block 1: SEARCH is not in the file/,
  },
  {
    name: 'one good and one bad block change nothing',
    answer: `src/a.py\n${change}${block('nope', '')}`,
    expected: /src\/a\.py, block 2/,
  },
  {
    name: 'the bad block of another file changes nothing',
    answer: `src/a.py\n${change}src/b.py\n${block('nope', 'x')}`,
    expected: /src\/b\.py, block 1/,
  },
  {
    name: 'the nearest place is named',
    answer: block('def f(x):\n    y = x + 9', ''),
    files: one,
    expected: /Nearest is line 3, but line 2 of SEARCH says " {4}y = x \+ 9"/,
  },
  {
    name: 'two matches',
    answer: block('x', 'y'),
    files: file('x\na\nx\n'),
    expected: /matches 2 times \(lines 1, 3\)/,
  },
  {
    name: 'two matches that overlap',
    answer: block('x\nx', 'y'),
    files: file('x\nx\nx\n'),
    expected: /matches 2 times/,
  },
  {
    name: 'an exact match among folded ones',
    answer: block('  x', '  y'),
    files: file('x\n  x\n    x\n'),
    expected: { 'src/a.py': 'x\n  y\n    x\n' },
  },
  {
    name: 'two folded matches',
    answer: block(' x', ' y'),
    files: file('x\n  x\n'),
    expected: /matches 2 times \(lines 1, 2\)/,
  },
  {
    name: 'indentation missing',
    answer: block('y = x + 1\nreturn y', 'if x:\n    return 1\nreturn y'),
    files: one,
    expected: { 'src/a.py': 'import os\n\ndef f(x):\n    if x:\n        return 1\n    return y\n' },
  },
  {
    name: 'indentation too deep',
    answer: block('    def f(x):\n        y = x + 1', '    def f(x, z):\n        y = x + z'),
    files: one,
    expected: { 'src/a.py': A.replace('f(x)', 'f(x, z)').replace('x + 1', 'x + z') },
  },
  {
    name: 'spaces for tabs',
    answer: block('if a:\n    b()', 'if a:\n    if c:\n        b()'),
    files: file('\tif a:\n\t\tb()\n'),
    expected: { 'src/a.py': '\tif a:\n\t\tif c:\n\t\t\tb()\n' },
  },
  {
    name: 'two spaces for four',
    answer: block('if a:\n  b()', 'if a:\n  if c:\n    b()'),
    files: file('if a:\n    b()\n'),
    expected: { 'src/a.py': 'if a:\n    if c:\n        b()\n' },
  },
  {
    name: 'a level that can not be known',
    answer: block('if a:', 'if a:\n    b()'),
    files: file('\tif a:  \n'),
    expected: /indented in another way/,
  },
  {
    name: 'flattened lines',
    answer: block('def f(x):\ny = x + 1', 'def f(x):\ny = 2'),
    files: one,
    expected: /indented in another way/,
  },
  {
    name: 'trailing space in the file',
    answer: block('a\nb', 'a\nc'),
    files: file('a  \nb\t\n'),
    expected: { 'src/a.py': 'a  \nc\n' },
  },
  {
    name: 'quotes that look alike',
    answer: block('s = “x”', 's = 1'),
    files: file('s = "x"\n'),
    expected: /not in the file/,
  },
  {
    name: 'an indented block that fits in two ways',
    answer: '  <<<<<<< SEARCH\n  x\n  =======\n  y\n  >>>>>>> REPLACE',
    files: file('x\n  x\n'),
    expected: /matches 2 times/,
  },
  {
    name: 'blocks see the file as shown',
    answer: `${block('a', 'b')}${block('b', 'c')}`,
    files: file('a\nb\n'),
    expected: { 'src/a.py': 'b\nc\n' },
  },
  {
    name: 'a block that needs the result of another',
    answer: `${block('a', 'b')}${block('b', 'c')}`,
    files: file('a\n'),
    expected: /block 2: SEARCH is not/,
  },
  {
    name: 'blocks that overlap',
    answer: `${block('a\nb', 'x')}${block('b\nc', 'y')}`,
    files: file('a\nb\nc\n'),
    expected: /block 1 and src\/a\.py, block 2 overlap at line 2/,
  },
  { name: 'the same block twice', answer: `${change}${change}`, files: one, expected: /overlap/ },
  { name: 'an empty SEARCH on a file', answer: block('', 'x'), files: one, expected: /no lines to look for/ },
  { name: 'a blank SEARCH on a file', answer: block('  ', 'x'), files: one, expected: /no lines to look for/ },
  {
    name: 'an empty SEARCH on an empty file',
    answer: block('', 'x'),
    files: file(''),
    expected: { 'src/a.py': 'x\n' },
  },
  {
    name: 'a path from further up, lines of two files',
    answer: `src/a.py\n${change}${block('import os', 'import re')}`,
    expected: /its lines are in src\/b\.py as well/,
  },
];

const bytes: readonly Case[] = [
  {
    name: 'windows line ends are kept',
    answer: block('b', 'x\ny'),
    files: file('a\r\nb\r\nc\r\n'),
    expected: { 'src/a.py': 'a\r\nx\r\ny\r\nc\r\n' },
  },
  {
    name: 'windows line ends are kept in a whole file',
    answer: `src/a.py\n${fence('a\nx\n')}`,
    files: file('a\r\nb\r\n'),
    expected: { 'src/a.py': 'a\r\nx\r\n' },
  },
  {
    name: 'mixed line ends are kept',
    answer: block('b', 'x'),
    files: file('a\r\nb\nc\r\nd\n'),
    expected: { 'src/a.py': 'a\r\nx\nc\r\nd\n' },
  },
  {
    name: 'no newline at the end of the file is kept',
    answer: block('b', 'x\ny'),
    files: file('a\nb'),
    expected: { 'src/a.py': 'a\nx\ny' },
  },
  {
    name: 'no newline in a whole file is kept',
    answer: `src/a.py\n${fence('x\n')}`,
    files: file('a'),
    expected: { 'src/a.py': 'x' },
  },
  {
    name: 'the newline of the last line is kept',
    answer: block('b', 'x'),
    files: file('a\nb\n'),
    expected: { 'src/a.py': 'a\nx\n' },
  },
  { name: 'the last line taken out', answer: block('b', ''), files: file('a\nb'), expected: { 'src/a.py': 'a' } },
  {
    name: 'a byte order mark is kept',
    answer: block('a', 'b'),
    files: file('\uFEFFa\n'),
    expected: { 'src/a.py': '\uFEFFb\n' },
  },
  {
    name: 'a byte order mark in the answer',
    answer: `\uFEFFsrc/a.py\n${fence('\uFEFFx\n')}`,
    files: file('a\n'),
    expected: { 'src/a.py': 'x\n' },
  },
  {
    name: 'unicode',
    answer: block('s = "é😀"', 's = "日本\u2028"'),
    files: file('s = "é😀"\n'),
    expected: { 'src/a.py': 's = "日本\u2028"\n' },
  },
  {
    name: 'letters composed in another way',
    answer: block('s = "e\u0301"', 'x'),
    files: file('s = "é"\n'),
    expected: /not in the file/,
  },
  {
    name: 'signs that mean something to replace()',
    answer: block('a', '$& $1 $$'),
    files: file('a\n'),
    expected: { 'src/a.py': '$& $1 $$\n' },
  },
];

describe('matching', () => it.each(matching)('$name', check));
describe('bytes', () => it.each(bytes)('$name', check));
