import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createCheckout } from './checkout.ts';
import { scopeOf } from './scope.ts';
import { opened, picture, repositoryWith, scratch, write } from './test-kit.ts';

const paths = [
  'a',
  'b',
  'b.py',
  'd',
  'd/a',
  'd/e',
  'd/e/f',
  'd/e/f/g',
  'g',
  'x y',
  'é',
  'node_modules',
  'node_modules/m',
  'made',
  'made/o',
];
const path = fc.constantFrom(...paths);

/** What a candidate might do to a file. */
const deeds: Readonly<Record<string, (file: string, other: string, text: string) => void>> = {
  write: (file, _, text) => writeFileSync(file, text),
  append: (file, _, text) => appendFileSync(file, text),
  sneak: (file) => {
    const { atime, mtime, size } = statSync(file);
    writeFileSync(file, '#'.repeat(size));
    utimesSync(file, atime, mtime);
  },
  same: (file) => writeFileSync(file, readFileSync(file)),
  remove: (file) => rmSync(file, { recursive: true }),
  folder: (file) => mkdirSync(file),
  link: (file, other) => symlinkSync(other, file),
  hardlink: (file, other) => linkSync(other, file),
  rename: (file, other) => renameSync(file, other),
  lock: (file) => chmodSync(file, 0),
  mode: (file) => chmodSync(file, 0o711),
  touch: (file) => utimesSync(file, 1, 1),
};

const edit = fc.tuple(fc.constantFrom(...Object.keys(deeds)), path, path, fc.constantFrom('', 'x', '1', '0000'));

function perform(root: string, [deed, at, other, text]: readonly [string, string, string, string]): void {
  try {
    deeds[deed]?.(join(root, at), join(root, other), text);
  } catch {
    // What can't be done, a candidate can't do either.
  }
}

it('comes back to exactly the sealed state after any edits, and tells exactly the protected files that differ', async () => {
  const root = repositoryWith({ a: '1', 'b.py': '22', 'd/a': '333', 'd/e/f/g': '4444', 'x y': '5', é: '6' });
  write(root, { 'node_modules/m': 'module' });
  const repository = await opened(root);
  write(root, { '.git/info/exclude': 'node_modules\n' });
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(['a', 'd/e'], await repository.files(base.tree));
  const inputs = [{ path: join(root, 'node_modules'), at: 'node_modules', why: 'node_modules' as const }];
  const checkout = await createCheckout(repository, join(scratch(), 'lane'), { base, scope, inputs, bind: false });
  onTestFinished(() => checkout[Symbol.asyncDispose]());
  write(checkout.root, { 'made/o': 'prepared' });
  await checkout.keep('prepare');
  const isProtected = (name: string) => !scope.has(name) && name !== 'built';
  const pictures: Record<string, string>[] = [];
  const candidates = await Promise.all(
    [{ a: 'A' }, { a: 'B', 'd/e/new': 'n' }, { 'd/e/f/g': null, 'd/e/f': 'file' }].map(async (given) => {
      const changes = new Map(
        Object.entries(given).map(([name, text]) => [name, text === null ? null : Buffer.from(text)]),
      );
      return (await repository.commit({ parents: [], onto: base.commit, changes, message: 'c' })).commit;
    }),
  );
  for (const commit of candidates) {
    expect(await checkout.seal(commit)).toEqual([]);
    write(checkout.root, { built: commit });
    await checkout.keep('build');
    pictures.push(picture(checkout.root));
  }
  const run = fc.tuple(fc.nat(candidates.length - 1), fc.boolean(), fc.array(edit, { maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 4 }), async (runs) => {
      for (const [index, seals, edits] of runs) {
        const commit = candidates[index] ?? '';
        await checkout.seal(commit);
        write(checkout.root, { built: commit });
        await checkout.keep('build');
        const sealed = pictures[index] ?? {};
        expect(picture(checkout.root)).toEqual(sealed);
        for (const one of edits) perform(checkout.root, one);
        const now = picture(checkout.root);
        const differing = Object.keys(sealed).filter(
          (name) => !sealed[name]?.startsWith('folder') && now[name] !== sealed[name],
        );
        expect(await checkout.tampered()).toEqual(differing.filter(isProtected).sort());
        if (seals) continue;
        expect(await checkout.reset()).toEqual(differing.filter(isProtected).sort());
        expect(picture(checkout.root)).toEqual(sealed);
      }
    }),
    { numRuns: 150 },
  );
}, 30_000);

it('goes from candidate to candidate without looking at everything, as long as nothing has run in it', async () => {
  const root = repositoryWith({ a: '1', 'b.py': '22', 'd/a': '333', 'd/e/f/g': '4444', 'x y': '5', é: '6' });
  const repository = await opened(root);
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(['a', 'd/e'], await repository.files(base.tree));
  const make = (bind: boolean) =>
    createCheckout(repository, join(scratch(), `lane ${bind}`), { base, scope, inputs: [], bind });
  const [quick, slow] = [await make(true), await make(false)];
  onTestFinished(() => quick[Symbol.asyncDispose]());
  const given = [
    { a: 'A' },
    { a: 'B', 'd/e/new': 'n' },
    { 'd/e/f/g': null, 'd/e/f': 'file' },
    { a: null },
    { 'd/e/x/y': 'deep' },
  ];
  const pictures: Record<string, string>[] = [];
  const candidates: string[] = [];
  for (const files of given) {
    const changes = new Map(
      Object.entries(files).map(([name, text]) => [name, text === null ? null : Buffer.from(text)]),
    );
    const { commit } = await repository.commit({ parents: [], onto: base.commit, changes, message: 'c' });
    candidates.push(commit);
    await slow.seal(commit);
    pictures.push(picture(slow.root));
  }
  await slow[Symbol.asyncDispose]();
  const after = fc.constantFrom('nothing', 'reset', 'aborted');
  const run = fc.tuple(fc.nat(candidates.length - 1), after, fc.array(edit, { maxLength: 6 }));
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 6 }), async (runs) => {
      for (const [index, then, edits] of runs) {
        await quick.seal(candidates[index] ?? '');
        expect(picture(quick.root)).toEqual(pictures[index]);
        if (then === 'nothing') continue;
        quick.lend();
        for (const one of edits) perform(quick.root, one);
        if (then === 'reset') await quick.reset();
      }
    }),
    { numRuns: 150 },
  );
}, 30_000);
