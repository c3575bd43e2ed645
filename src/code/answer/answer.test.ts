import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { A, B, block, both, type Case, change, changed, check, fence, one } from './answer.fixture.ts';
import { readAnswer } from './answer.ts';

const forms: readonly Case[] = [
  { name: 'a block below its path', answer: `src/a.py\n${change}`, expected: changed },
  { name: 'a block in a fence', answer: `src/a.py\n${fence(change, 'python')}`, expected: changed },
  { name: 'the path inside of the fence', answer: fence(`src/a.py\n${change}`), expected: changed },
  { name: 'a blank line below the path', answer: `src/a.py\n\n${fence(change)}`, expected: changed },
  { name: 'the path beside SEARCH', answer: change.replace('SEARCH', 'SEARCH src/a.py'), expected: changed },
  { name: 'no path, one file', answer: change, files: one, expected: changed },
  { name: 'no path, two files', answer: change, expected: /no path/ },
  { name: 'a whole file', answer: `src/a.py\n${fence('x = 1\n', 'python')}`, expected: { 'src/a.py': 'x = 1\n' } },
  { name: 'a whole file with tildes', answer: `src/a.py\n${fence('x\n', '', '~~~')}`, expected: { 'src/a.py': 'x\n' } },
  { name: 'a whole file without path, one file', answer: fence('x = 1\n'), files: one, expected: /no path/ },
  { name: 'a deletion', answer: 'Not needed.\n\nDELETE src/b.py\n', expected: { 'src/b.py': null } },
  { name: 'a decorated deletion', answer: '- **DELETE `src/b.py`**', expected: { 'src/b.py': null } },
  {
    name: 'a deletion beside a change',
    answer: `src/a.py\n${change}\nDELETE src/b.py`,
    expected: { ...changed, 'src/b.py': null },
  },
  {
    name: 'several blocks below one path',
    answer: `src/a.py\n${fence(`${change}\n${block('    return y', '    return -y')}`)}`,
    expected: { 'src/a.py': 'import os\n\ndef f(x):\n    y = x + 2\n    return -y\n' },
  },
  {
    name: 'blocks in the wrong order',
    answer: `src/a.py\n${block('    return y', '    return -y')}src/a.py\n${change}`,
    expected: { 'src/a.py': 'import os\n\ndef f(x):\n    y = x + 2\n    return -y\n' },
  },
  {
    name: 'two files',
    answer: `src/a.py\n${change}\nsrc/b.py\n${block('    return 2', '    return 3')}`,
    expected: { ...changed, 'src/b.py': B.replace('2', '3') },
  },
  { name: 'lines taken out', answer: `src/a.py\n${block('import os\n', '')}`, expected: { 'src/a.py': A.slice(11) } },
  {
    name: 'a new file, whole',
    answer: `src/c.py\n${fence('x\n')}`,
    mayCreate: true,
    expected: { 'src/c.py': 'x\n' },
  },
  {
    name: 'a new file by an empty SEARCH',
    answer: `src/c.py\n${block('', 'x')}`,
    mayCreate: true,
    expected: { 'src/c.py': 'x\n' },
  },
  {
    name: 'a new empty file',
    answer: `src/__init__.py\n${fence('')}`,
    mayCreate: true,
    expected: { 'src/__init__.py': '' },
  },
];

const decorations: readonly Case[] = [
  '**src/a.py**',
  '`src/a.py`',
  '### src/a.py',
  '#### 2. `src/a.py`',
  'src/a.py:',
  '**`src/a.py`:**',
  'File: src/a.py',
  '**File: `src/a.py`**',
  '1. src/a.py',
  '  - `src/a.py` (updated)',
  '# src/a.py',
  '// src/a.py',
  './src/a.py',
  '\u200Bsrc/a.py\u200B',
].map((path) => ({
  name: `path line ${JSON.stringify(path)}`,
  answer: `${path}\n${fence('x\n')}`,
  expected: { 'src/a.py': 'x\n' },
}));

const infos: readonly Case[] = ['python src/a.py', 'src/a.py', 'python:src/a.py', 'python title="src/a.py"'].map(
  (info) => ({
    name: `info string ${info}`,
    answer: fence('x\n', info),
    expected: { 'src/a.py': 'x\n' },
  }),
);

const slips: readonly Case[] = [
  {
    name: 'names with dots in the prose',
    answer: `Now with\n- \`np.dot\`\n\nin one place:\n${change}`,
    files: one,
    expected: changed,
  },
  { name: 'chatter around', answer: `Sure! Here it is:\n\nsrc/a.py\n${change}\nHope this helps.`, expected: changed },
  { name: 'prose between path and block', answer: `### src/a.py\nOne more:\n\n${fence(change)}`, expected: changed },
  {
    name: 'five to nine signs',
    answer: `src/a.py\n<<<<< SEARCH  \n    y = x + 1\n========= \n    y = x + 2\n>>>>>> REPLACE\t`,
    expected: changed,
  },
  { name: 'no newline at the end', answer: `src/a.py\n${change.trimEnd()}`, expected: changed },
  {
    name: 'windows line ends in the answer',
    answer: `src/a.py\n${fence(change)}`.replaceAll('\n', '\r\n'),
    expected: changed,
  },
  {
    name: 'a block inside of a list',
    answer: `1. src/a.py\n\n${fence(change).replace(/^/gm, '   ')}`,
    expected: changed,
  },
  {
    name: 'a whole file inside of a list',
    answer: '- src/a.py\n  ```python\n  def f():\n      pass\n  ```\n',
    expected: { 'src/a.py': 'def f():\n    pass\n' },
  },
  { name: 'a fence on the line of a bullet', answer: 'src/a.py\n- ```\n  x\n  ```\n', expected: { 'src/a.py': 'x\n' } },
  {
    name: 'an indented fence around lines that are not',
    answer: 'src/a.py\n   ```\nx:\n    y\n   ```\n',
    expected: { 'src/a.py': 'x:\n    y\n' },
  },
  { name: 'an uneven list', answer: 'src/a.py\n   ```\n  x\n    y\n   ```\n', expected: /unevenly/ },
  {
    name: 'drafts in thinking',
    answer: `<think>\nsrc/b.py\n${fence('draft\n')}</think>\nsrc/a.py\n${change}`,
    expected: changed,
  },
  {
    name: 'thinking whose start was not sent',
    answer: `src/b.py\n${fence('draft\n')}</think>\n\nsrc/a.py\n${change}`,
    expected: changed,
  },
  { name: 'nothing but thinking', answer: `<think>\nsrc/a.py\n${change}\n</think>\nNothing to do.`, expected: 'none' },
  { name: 'thinking without end', answer: `<think>\nsrc/a.py\n${change}`, expected: /never closed/ },
  {
    name: 'the end of thinking inside of a file',
    answer: `src/a.py\n${fence('x\n</think>\n')}`,
    expected: /<\/think>/,
  },
  { name: 'the file of a block in capitals', answer: `SRC/A.PY\n${change}`, expected: /Did you mean src\/a\.py\?/ },
  { name: 'a file shown as it is', answer: `src/a.py\n${fence(A)}`, expected: {} },
  { name: 'REPLACE that is SEARCH', answer: `src/a.py\n${block('    return y', '    return y')}`, expected: {} },
];

describe('forms', () => it.each([...forms, ...decorations, ...infos])('$name', check));
describe('usual slips', () => it.each(slips)('$name', check));

it('keeps the words, without code, paths and thoughts', () => {
  const answer = `<think>hm</think>Faster now.\n\nsrc/a.py\n${fence(change)}\n${fence('ls\n', 'sh')}\nDELETE src/b.py\nDone.\n`;
  expect(readAnswer(answer, both, { mayCreate: () => false }).words).toBe('Faster now.\n\nDone.');
});

it('reads the examples that the prompt gives', () => {
  const prompt = readFileSync(new URL('../../operator/prompts/answer.md', import.meta.url), 'utf8');
  const files = [
    { path: 'src/sort.py', text: 'def f(items):\n    for item in items:\n        total += item\n' },
    { path: 'src/old.py', text: '' },
  ];
  const got = readAnswer(prompt, files, { mayCreate: () => true });
  expect(got.kind === 'edits' ? Object.fromEntries(got.files) : got).toEqual({
    'src/sort.py': 'def f(items):\n    total = sum(items)\n',
    'src/limits.py': 'LIMIT = 64\n',
    'src/old.py': null,
  });
});
