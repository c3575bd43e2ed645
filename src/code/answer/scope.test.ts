import { describe, it } from 'vitest';
import { block, type Case, change, check, fence, file, one } from './answer.fixture.ts';

const scope: readonly Case[] = [
  {
    name: 'an unknown path',
    answer: `src/aa.py\n${change}`,
    expected: /none of the files shown\. Did you mean src\/a\.py\?/,
  },
  { name: 'the name without its folder', answer: `a.py\n${change}`, expected: /Did you mean src\/a\.py\?/ },
  {
    name: 'a new file where none may be',
    answer: `lib/c.py\n${fence('x\n')}`,
    expected: /New files are not taken there/,
  },
  {
    name: 'a block on a file that is not there',
    answer: `lib/c.py\n${block('x', 'y')}`,
    mayCreate: true,
    expected: /none of the files shown/,
  },
  { name: 'an absolute path', answer: `/etc/passwd\n${fence('x\n')}`, mayCreate: true, expected: /leaves the tree/ },
  { name: 'a path with ..', answer: `src/../../x.py\n${fence('x\n')}`, mayCreate: true, expected: /leaves the tree/ },
  { name: 'a path with backslashes', answer: `src\\a.py\n${fence('x\n')}`, mayCreate: true, expected: /backslashes/ },
  { name: 'a path with a drive', answer: `C:/a.py\n${fence('x\n')}`, mayCreate: true, expected: /leaves the tree/ },
  { name: 'a deletion with ..', answer: 'DELETE ../x.py', mayCreate: true, expected: /leaves the tree/ },
  { name: 'a deletion of an unknown file', answer: 'DELETE src/bb.py', expected: /Did you mean src\/b\.py\?/ },
  { name: 'a deletion with more words', answer: 'DELETE src/b.py because it is unused', expected: /line of its own/ },
  { name: 'DELETE in a sentence', answer: 'DELETE FROM t is slow.', expected: 'none' },
  {
    name: 'DELETE in a fence',
    answer: `src/a.py\n${change}\n${fence('DELETE src/b.py\n', 'text')}`,
    expected: /stands in a fence/,
  },
  {
    name: 'a file inside of a file',
    answer: `src/a.py/x.py\n${fence('x\n')}`,
    mayCreate: true,
    expected: /src\/a\.py is a file/,
  },
  {
    name: 'a heading that is no path',
    answer: `**Output:**\n${fence('1\n', 'text')}`,
    mayCreate: true,
    expected: /have no path/,
  },
];

const elisions: readonly Case[] = [
  '# ... existing code ...',
  '    # ... rest of the function unchanged',
  '// ...',
  '/* … */',
  '# rest of the code remains the same',
  '# (existing code here)',
  '...',
  '[... rest of file unchanged ...]',
].map((line) => ({
  name: `left out: ${line}`,
  answer: `src/a.py\n${fence(`import os\n${line}\n`)}`,
  expected: /leaves code out/,
}));

const notElisions: readonly Case[] = [
  {
    name: 'spread is no elision',
    answer: fence('f(...xs)\n[...xs]\n', 'js src/a.js'),
    files: file('', 'src/a.js'),
    expected: { 'src/a.js': 'f(...xs)\n[...xs]\n' },
  },
  {
    name: 'the body of a stub is no elision',
    answer: `src/a.py\n${fence('def f():\n    ...\n')}`,
    expected: { 'src/a.py': 'def f():\n    ...\n' },
  },
  {
    name: 'what the file has is no elision',
    answer: `src/a.py\n${fence('# ...\ny\n')}`,
    files: file('# ...\nx\n'),
    expected: { 'src/a.py': '# ...\ny\n' },
  },
  {
    name: 'left out in REPLACE',
    answer: block('    y = x + 1', '    # ... existing code ...'),
    files: one,
    expected: /REPLACE leaves code out/,
  },
];

describe('scope', () => it.each(scope)('$name', check));
describe('left out', () => it.each([...elisions, ...notElisions])('$name', check));
