import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { historyOf } from './history.ts';
import { repositoryWith, scratch, sh } from './test-kit.ts';

it('reads commits with their paths from the newest, and when lines were changed', async () => {
  const root = repositoryWith({ 'a.txt': 'one\ntwo\n', 'b c.txt': 'x\n' });
  writeFileSync(join(root, 'a.txt'), 'one\nTWO\n');
  sh(root, 'commit', '-q', '-a', '-m', 'fix: two', '--date', '2020-01-01T00:00:00Z');
  const tree = sh(root, 'rev-parse', 'HEAD^{tree}');
  const history = await historyOf(root, tree, ['no-such-branch', 'main']);
  const commits = (await history?.commits(10)) ?? [];
  expect(commits.map(({ subject, paths }) => [subject, paths])).toEqual([
    ['fix: two', ['a.txt']],
    ['first', ['a.txt', 'b c.txt']],
  ]);
  expect(commits[0]?.sha).toBe(sh(root, 'rev-parse', 'HEAD'));
  const times = await history?.changed('a.txt', [1, 2]);
  expect([...(times?.keys() ?? [])]).toEqual([1, 2]);
  expect(times?.get(2)).toBe(history?.at);
});

it('takes the branch that has the tree', async () => {
  const root = repositoryWith({ 'a.txt': 'one\n' });
  sh(root, 'checkout', '-q', '-b', 'other');
  writeFileSync(join(root, 'a.txt'), 'two\n');
  sh(root, 'commit', '-q', '-a', '-m', 'second');
  const tree = sh(root, 'rev-parse', 'HEAD^{tree}');
  sh(root, 'checkout', '-q', 'main');
  const history = await historyOf(root, tree, ['other']);
  expect((await history?.commits(1))?.[0]?.subject).toBe('second');
});

it('is none where there is no repository or no commit', async () => {
  const root = scratch();
  expect(await historyOf(root, 'x', [])).toBeUndefined();
  sh(root, 'init', '-q');
  expect(await historyOf(root, 'x', [])).toBeUndefined();
});
