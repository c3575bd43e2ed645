import { it } from 'vitest';
import { A, B, type Case, change, changed, check, fence, file, one } from './answer.fixture.ts';

const hunk = '@@ -3,3 +3,3 @@\n def f(x):\n-    y = x + 1\n+    y = x + 2\n     return y\n';
const diff = `--- a/src/a.py\n+++ b/src/a.py\n${hunk}`;

const cases: readonly Case[] = [
  {
    name: 'blank context that counts',
    answer: '--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@\n-x\n+y\n\n',
    files: file('x\n\nx\n'),
    expected: { 'src/a.py': 'y\n\nx\n' },
  },
  { name: 'in a fence', answer: fence(diff, 'diff'), expected: changed },
  { name: 'in a fence of another language', answer: fence(diff, 'python'), expected: changed },
  { name: 'bare', answer: `I propose:\n\n${diff}\nThat is all.`, expected: changed },
  { name: 'bare, followed by a list', answer: `${diff}\n- faster\n- shorter`, expected: /not in the file/ },
  {
    name: 'as git writes it',
    answer: `diff --git a/src/a.py b/src/a.py\nindex 1..2 100644\n${diff}`,
    expected: changed,
  },
  { name: 'without prefixes', answer: fence(diff.replace('a/', '').replace('b/', ''), 'diff'), expected: changed },
  { name: 'wrong line numbers', answer: fence(diff.replace('-3,3 +3,3', '-90,3 +91,3'), 'diff'), expected: changed },
  { name: 'wrong counts', answer: fence(diff.replace('-3,3 +3,3', '-3,9 +3,1'), 'diff'), expected: changed },
  { name: 'no numbers', answer: fence(diff.replace('@@ -3,3 +3,3 @@', '@@ ... @@'), 'diff'), expected: changed },
  { name: 'hunks below a path', answer: `src/a.py\n${fence(hunk, 'diff')}`, expected: changed },
  { name: 'hunks without a path, one file', answer: fence(hunk, 'diff'), files: one, expected: changed },
  { name: 'hunks without a path, two files', answer: fence(hunk, 'diff'), expected: /has no path/ },
  { name: 'a path line that says another file', answer: `src/b.py\n${fence(diff, 'diff')}`, expected: /Name one file/ },
  {
    name: 'no hunk',
    answer: `src/a.py\n${fence('-    y = x + 1\n+    y = 2\n', 'diff')}`,
    expected: /no hunk that starts with @@/,
  },
  {
    name: 'context that is not there',
    answer: fence(diff.replace('return y', 'return z'), 'diff'),
    expected: /src\/a\.py, hunk 1: its old text is not in the file/,
  },
  {
    name: 'a second hunk that fails',
    answer: fence(`${diff}@@ -1 +1 @@\n-import sys\n+import re\n`, 'diff'),
    expected: /hunk 2/,
  },
  {
    name: 'two hunks',
    answer: fence(`--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@\n-import os\n+import re\n\n${hunk}`, 'diff'),
    expected: { 'src/a.py': A.replace('os', 're').replace('x + 1', 'x + 2') },
  },
  {
    name: 'two files',
    answer: fence(`${diff}--- a/src/b.py\n+++ b/src/b.py\n@@ -4 +4 @@\n-    return 2\n+    return 3\n`, 'diff'),
    expected: { ...changed, 'src/b.py': B.replace('2', '3') },
  },
  {
    name: 'a hunk that fits twice',
    answer: '--- a/src/a.py\n+++ b/src/a.py\n@@ -3 +3 @@\n-x\n+y\n',
    files: file('x\na\nx\n'),
    expected: /matches 2 times/,
  },
  {
    name: 'a hunk without context',
    answer: '--- a/src/a.py\n+++ b/src/a.py\n@@ -1,0 +2 @@\n+y\n',
    expected: /no lines to look for/,
  },
  {
    name: 'context that lost its space',
    answer: fence('--- a/src/a.py\n+++ b/src/a.py\n@@ -1,3 +1,3 @@\n-import os\n+import re\n\n def f(x):\n', 'diff'),
    expected: { 'src/a.py': A.replace('os', 're') },
  },
  {
    name: 'blank context at the end, as counted',
    answer: fence('--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,1 @@\n import os\n-\n', 'diff'),
    expected: { 'src/a.py': A.replace('\n\n', '\n') },
  },
  { name: 'a line that is neither', answer: fence(`${diff}oops\n`, 'diff'), expected: /neither space, \+ nor -/ },
  {
    name: 'lines that look like headers',
    answer: fence('--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n select 1\n', 'diff'),
    files: file('-- old\nselect 1\n', 'q.sql'),
    expected: { 'q.sql': '++ new\nselect 1\n' },
  },
  {
    name: 'a fence in the context',
    answer: fence('--- a/R.md\n+++ b/R.md\n@@ -1,3 +1,3 @@\n ```\n-a\n+b\n ```\n', 'diff'),
    files: file('```\na\n```\n', 'R.md'),
    expected: { 'R.md': '```\nb\n```\n' },
  },
  {
    name: 'a new file',
    answer: '--- /dev/null\n+++ b/src/c.py\n@@ -0,0 +1,2 @@\n+x\n+y\n',
    mayCreate: true,
    expected: { 'src/c.py': 'x\ny\n' },
  },
  {
    name: 'a new file without a last newline',
    answer: '--- /dev/null\n+++ b/src/c.py\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n',
    mayCreate: true,
    expected: { 'src/c.py': 'x' },
  },
  {
    name: 'a new file that exists',
    answer: '--- /dev/null\n+++ b/src/a.py\n@@ -0,0 +1 @@\n+x\n',
    expected: /which exists/,
  },
  {
    name: 'a deletion',
    answer: `--- a/src/b.py\n+++ /dev/null\n@@ -1,4 +0,0 @@\n${B.replace(/^(?=.|\n)/gm, '-')}`,
    expected: { 'src/b.py': null },
  },
  {
    name: 'a deletion of other lines',
    answer: '--- a/src/b.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
    expected: /shows other lines/,
  },
  {
    name: 'a rename',
    answer: '--- a/src/a.py\n+++ b/src/c.py\n@@ -1 +1 @@\n-import os\n+import re\n',
    mayCreate: true,
    expected: /renames/,
  },
  {
    name: 'a rename without a hunk',
    answer: 'diff --git a/src/a.py b/src/c.py\nsimilarity index 100%\nrename from src/a.py\nrename to src/c.py\n',
    expected: /no lines to change/,
  },
  { name: 'cut off inside of a hunk', answer: diff.split('\n').slice(0, 5).join('\n'), expected: /cut off/ },
  { name: 'cut off inside of a fence', answer: fence(diff, 'diff').slice(0, -4), expected: /not closed/ },
  {
    name: 'a path that leaves the tree',
    answer: '--- a/../x.py\n+++ b/../x.py\n@@ -1 +1 @@\n-a\n+b\n',
    expected: /leaves the tree/,
  },
  {
    name: 'a diff and a block of the same lines',
    answer: `${fence(diff, 'diff')}\nsrc/a.py\n${change}`,
    expected: /overlap/,
  },
  {
    name: 'windows line ends are kept',
    answer: fence(diff, 'diff'),
    files: file(A.replaceAll('\n', '\r\n')),
    expected: { 'src/a.py': A.replace('x + 1', 'x + 2').replaceAll('\n', '\r\n') },
  },
  {
    name: 'inside of a list',
    answer: `1. This:\n\n${fence(diff, 'diff').replace(/^(?=.)/gm, '   ')}`,
    expected: changed,
  },
];

it.each(cases)('$name', check);
