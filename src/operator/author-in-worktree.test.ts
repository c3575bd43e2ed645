import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unresolvedIn } from './author-in-worktree.ts';

const MARKED = '<<<<<<< gen1-1\na\n=======\nb\n>>>>>>> gen1-2\n';

test('conflict markers are looked for in files alone', async () => {
  const root = mkdtempSync(join(tmpdir(), 'galapagos-conflict-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'marked'), MARKED);
  symlinkSync('marked', join(root, 'link'));
  symlinkSync('/dev/zero', join(root, 'endless'));
  execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd: root });
  const found = (...conflicts: readonly string[]) => unresolvedIn({ root, conflicts }, ['gen1-1', 'gen1-2']);
  expect(await found('gone', 'link', 'endless', 'pipe')).toBeUndefined();
  expect(await found('pipe', 'marked')).toBe('marked');
});
