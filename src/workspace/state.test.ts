import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { findPlace } from './place.ts';
import { openRepository } from './repository.ts';
import { opened, repositoryWith, scratch, sh } from './test-kit.ts';

it('makes the state once and says so, and it ignores itself', async () => {
  const root = repositoryWith({ a: '1' });
  const place = await findPlace(root);
  const [first, second] = [await openRepository(place), await openRepository(place)];
  expect([first.state.created, second.state.created]).toEqual([true, false]);
  expect(readFileSync(join(root, '.evolve/.gitignore'), 'utf8')).toBe('*\n');
  expect(sh(root, 'status', '--porcelain', '--ignored')).toBe('!! .evolve/');
  first.close();
  second.close();
});

it('refuses a state that is no folder, or of another object format', async () => {
  const root = repositoryWith({ a: '1' });
  writeFileSync(join(root, '.evolve'), '');
  await expect(opened(root)).rejects.toThrow('must be a folder');
  const folder = scratch();
  await opened(folder);
  sh(folder, 'init', '-q', '--object-format=sha256');
  await expect(opened(folder)).rejects.toThrow('holds sha1 objects');
  const linked = repositoryWith({ a: '1' });
  symlinkSync(scratch(), join(linked, '.evolve'));
  await expect(opened(linked)).rejects.toThrow('no link');
});

it('finds the user’s objects again after a move, also of the main repository of a worktree', async () => {
  const main = repositoryWith({ a: '1' });
  const linked = join(scratch(), 'linked');
  sh(main, 'worktree', 'add', '-q', linked, '-b', 'side');
  const commits = new Map<string, string>();
  for (const root of [main, linked]) commits.set(root, (await (await opened(root)).base({ dirty: false })).commit);
  const moved = join(scratch(), 'moved here');
  renameSync(main, moved);
  sh(moved, 'worktree', 'repair', linked);
  expect((await (await opened(moved)).read(commits.get(main) ?? '', 'a'))?.toString()).toBe('1');
  expect((await (await opened(linked)).read(commits.get(linked) ?? '', 'a'))?.toString()).toBe('1');
});

it('finds them after a copy, without opening it anew', async () => {
  const root = repositoryWith({ a: '1' });
  const { commit } = await (await opened(root)).base({ dirty: false });
  const copy = join(scratch(), 'copy');
  cpSync(root, copy, { recursive: true });
  expect(sh(join(copy, '.evolve/git'), 'show', `${commit}:a`)).toBe('1');
  expect(readFileSync(join(copy, '.evolve/git/objects/info/alternates'), 'utf8')).toBe('../../../.git/objects\n');
});

it('is made by several processes at once', async () => {
  const out = scratch();
  for (const folder of ['lib', 'workspace']) translate(join(import.meta.dirname, '..', folder), join(out, folder));
  writeFileSync(join(out, 'package.json'), '{"type":"module"}');
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(out, 'node_modules'));
  writeFileSync(
    join(out, 'main.js'),
    `import { findPlace } from './workspace/place.js';
     import { openRepository } from './workspace/repository.js';
     const repository = await openRepository(await findPlace(process.argv[2]));
     const base = await repository.base({ dirty: false });
     const made = await repository.commit({ parents: [], onto: base.commit, changes: new Map([['a', Buffer.from('2')]]), message: 'm' });
     console.log(repository.state.created, base.commit, made.commit, (await repository.read(made.commit, 'a')).toString());`,
  );
  const root = repositoryWith({ a: '1' });
  const run = promisify(execFile);
  const outputs = await Promise.all(
    Array.from({ length: 4 }, () => run(process.execPath, [join(out, 'main.js'), root], { timeout: 20_000 })),
  );
  const lines = outputs.map(({ stdout }) => stdout.trim().split(' '));
  expect(new Set(lines.map((line) => line.slice(1).join(' '))).size).toBe(1);
  expect(lines.filter(([created]) => created === 'true')).toHaveLength(1);
  expect(readdirSync(join(root, '.evolve')).sort()).toEqual(['.gitignore', 'git', 'tmp']);
  expect(readdirSync(join(root, '.evolve/tmp'))).toEqual([]);
  expect(sh(join(root, '.evolve/git'), 'fsck', '--no-dangling')).toBe('');
}, 30_000);

/** Node 20 runs no TypeScript. */
function translate(from: string, to: string): void {
  for (const name of readdirSync(from).filter((file) => /^[\w-]+\.ts$/.test(file))) {
    const { outputText } = ts.transpileModule(readFileSync(join(from, name), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        rewriteRelativeImportExtensions: true,
      },
    });
    const path = join(to, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, outputText);
  }
}
