import { describe, it } from 'vitest';
import { block, both, type Case, change, changed, check, fence, file, one } from './answer.fixture.ts';

const structure: readonly Case[] = [
  {
    name: 'bare fences inside of code',
    answer: `src/a.py\n${fence('"""\n```\nf()\n```\n"""\n')}`,
    expected: /not clear whether the file/,
  },
  { name: 'the end of a fence lost in a list', answer: 'src/a.py\n- ```\n  x\n- ```\n', expected: /could be its end/ },
  {
    name: 'a tag of thinking in the prose',
    answer: `Cuts \`<think>\` now.\n\nsrc/a.py\n${change}\n<think>done</think>`,
    expected: changed,
  },
  { name: 'prose', answer: 'I would use a heap here.', expected: 'none' },
  { name: 'nothing', answer: '', expected: 'none' },
  { name: 'prose that looks like code', answer: 'def f(x):\n    return 1\n', files: one, expected: 'none' },
  { name: 'a heading underlined with =', answer: `Title\n=======\n\nsrc/a.py\n${change}`, expected: changed },
  {
    name: 'only a fence without path',
    answer: `Do this:\n\n${fence('x = 1\n', 'python')}`,
    expected: /path of the file on the line above the fence/,
  },
  {
    name: 'an example before the edit',
    answer: `Run it:\n\n${fence('python a.py\n', 'sh')}\nsrc/a.py\n${change}`,
    expected: changed,
  },
  {
    name: 'an output after the edit',
    answer: `src/a.py\n${fence('x\n')}\nIt prints\n${fence('1\n', 'text')}`,
    expected: { 'src/a.py': 'x\n' },
  },
  { name: 'a path in a sentence', answer: `I changed src/a.py as follows:\n${fence('x\n')}`, expected: /have no path/ },
  {
    name: 'a path line further up',
    answer: `### src/a.py\n\nThe new version:\n${fence('x\n', 'python')}`,
    expected: /not directly below the line src\/a\.py/,
  },
  {
    name: 'two paths for a fence',
    answer: `src/a.py\n${fence('x\n', 'python src/b.py')}`,
    expected: /names src\/b\.py, the line above it src\/a\.py/,
  },
  { name: 'a fence that is not closed', answer: 'src/a.py\n```python\nx = 1\n', expected: /not closed/ },
  {
    name: 'a block that is not closed',
    answer: 'src/a.py\n<<<<<<< SEARCH\n    y = x + 1\n=======\n    y =',
    expected: /no ">>>>>>> REPLACE"/,
  },
  { name: 'a block whose fence is not closed', answer: `src/a.py\n\`\`\`\n${change}`, expected: /not closed/ },
  { name: 'cut off, as the model says', answer: `src/a.py\n${change}`, truncated: true, expected: /cut off/ },
  { name: 'prose cut off', answer: 'I would', truncated: true, expected: /cut off/ },
  {
    name: 'a block without =======',
    answer: change.replace('=======\n', ''),
    files: one,
    expected: /no "=======" line/,
  },
  {
    name: 'a block without REPLACE before another',
    answer: change.replace('>>>>>>> REPLACE\n', '') + change,
    files: one,
    expected: /another SEARCH/,
  },
  {
    name: 'a block without SEARCH',
    answer: change.replace('<<<<<<< SEARCH\n', ''),
    files: one,
    expected: /outside of a block/,
  },
  {
    name: 'markers of another dialect',
    answer: `src/a.py\n${fence('<<<<<<< ORIGINAL\nx\n=======\ny\n>>>>>>> UPDATED\n')}`,
    expected: /marker/,
  },
  {
    name: '======= in REPLACE',
    answer: block('a', 'Title\n======='),
    files: file('a\n', 'a.rst'),
    expected: /several "=======" lines/,
  },
  {
    name: '======= in REPLACE, longer markers',
    answer: '<<<<<<<<< SEARCH\na\n=========\nT\n=======\n>>>>>>>>> REPLACE',
    files: file('a\n', 'a.rst'),
    expected: { 'a.rst': 'T\n=======\n' },
  },
  {
    name: '======= in the file',
    answer: block('a', 'b'),
    files: file('T\n=======\na\n', 'a.rst'),
    expected: /another number of signs/,
  },
  {
    name: 'a conflict resolved',
    answer: '<<<<<<<<< SEARCH\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n=========\nc\n>>>>>>>>> REPLACE',
    files: file('<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n'),
    expected: { 'src/a.py': 'c\n' },
  },
  {
    name: 'a conflict brought in',
    answer: '<<<<<<<<< SEARCH\na\n=========\n<<<<<<< HEAD\na\n>>>>>>>>> REPLACE',
    files: file('a\n'),
    expected: /marker/,
  },
  {
    name: 'fences inside of a block',
    answer: `README.md\n${fence(block('```sh\nrun\n```', '```sh\nrun -x\n```'))}`,
    files: file('# A\n```sh\nrun\n```\n', 'README.md'),
    expected: { 'README.md': '# A\n```sh\nrun -x\n```\n' },
  },
  {
    name: 'fences inside of a longer fence',
    answer: `README.md\n${fence('# A\n```\nrun\n```\n', '', '````')}`,
    files: file('#\n', 'README.md'),
    expected: { 'README.md': '# A\n```\nrun\n```\n' },
  },
  {
    name: 'fences inside of an equal fence',
    answer: `README.md\n${fence('# A\n```\nrun\n```\nend\n')}`,
    files: file('#\n', 'README.md'),
    expected: /not clear whether the file/,
  },
  {
    name: 'fences with a language inside of an equal fence',
    answer: `README.md\n${fence('# A\n```sh\nrun\n```\nend\n')}`,
    files: file('#\n', 'README.md'),
    expected: /could be its end/,
  },
  {
    name: 'a list of paths in an inner fence',
    answer: `README.md\n${fence('# A\n```\nsrc/a.py\n```\nend\n')}`,
    files: [...both, { path: 'README.md', text: '#\n' }],
    expected: /not clear whether the file/,
  },
  {
    name: 'an indented fence in a docstring',
    answer: `src/a.py\n${fence('def f():\n    """\n    ```\n    f()\n    ```\n    """\n')}`,
    expected: { 'src/a.py': 'def f():\n    """\n    ```\n    f()\n    ```\n    """\n' },
  },
  {
    name: 'blocks inside of a whole file',
    answer: `src/a.py\n${fence(`import os\n${change}`)}`,
    expected: /SEARCH marker after other text/,
  },
  { name: 'code between blocks', answer: `src/a.py\n${fence(`${change}z = 3\n`)}`, expected: /in no block/ },
  {
    name: 'a file whole and in blocks',
    answer: `src/a.py\n${fence('x\n')}\nsrc/a.py\n${change}`,
    expected: /whole and in blocks/,
  },
  {
    name: 'a file whole twice',
    answer: `src/a.py\n${fence('x\n')}\nsrc/a.py\n${fence('y\n')}`,
    expected: /whole 2 times/,
  },
  {
    name: 'a file deleted and changed',
    answer: `DELETE src/a.py\nsrc/a.py\n${change}`,
    expected: /both deleted and changed/,
  },
  { name: 'an empty whole file', answer: `src/a.py\n${fence('')}`, expected: /DELETE src\/a\.py to delete it/ },
  {
    name: 'another form of patch',
    answer: '*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** End Patch',
    expected: /SEARCH\/REPLACE/,
  },
];

describe('structure', () => it.each(structure)('$name', check));
