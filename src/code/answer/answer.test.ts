import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { A, B, block, both, type Case, change, changed, fence, one } from './answer.fixture.ts';
import { readAnswer } from './answer.ts';

const file = (text: string, path = 'src/a.py') => [{ path, text }];

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

const matching: readonly Case[] = [
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
  { name: 'an empty SEARCH on a file', answer: block('', 'x'), files: one, expected: /SEARCH is empty/ },
  { name: 'a blank SEARCH on a file', answer: block('  ', 'x'), files: one, expected: /SEARCH is empty/ },
  {
    name: 'an empty SEARCH on an empty file',
    answer: block('', 'x'),
    files: file(''),
    expected: { 'src/a.py': 'x\n' },
  },
  {
    name: 'a path from further up, lines of two files',
    answer: `src/a.py\n${change}${block('import os', 'import re')}`,
    expected: /SEARCH is in src\/b\.py as well/,
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

const structure: readonly Case[] = [
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

const check = ({ answer, files = both, mayCreate = false, truncated = false, expected }: Case): void => {
  const got = readAnswer(answer, files, { mayCreate: () => mayCreate, truncated });
  if (expected instanceof RegExp)
    expect(got).toMatchObject({ kind: 'unusable', reason: expect.stringMatching(expected) });
  else if (expected === 'none') expect(got.kind).toBe('none');
  else expect(got.kind === 'edits' ? Object.fromEntries(got.files) : got).toEqual(expected);
};

describe('forms', () => it.each([...forms, ...decorations, ...infos])('$name', check));
describe('usual slips', () => it.each(slips)('$name', check));
describe('matching', () => it.each(matching)('$name', check));
describe('bytes', () => it.each(bytes)('$name', check));
describe('structure', () => it.each(structure)('$name', check));
describe('scope', () => it.each(scope)('$name', check));
describe('left out', () => it.each([...elisions, ...notElisions])('$name', check));

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
