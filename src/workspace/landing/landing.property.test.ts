import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { opened, repositoryWith, sh } from '../test-kit.ts';
import { headOf, landByMerge, landOnBranch } from './landing.ts';
import { joinChanges } from './merge.ts';

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

const OLD = ['a.js', 'b/c.js', 'b/d e.py', "it's é.txt", '-dash', 'new\nline', 'b/"q".txt'];
const NEW = ['z.js', 'b/new.js', 'deep/er/x', '--', 'ü [1]*.txt'];
const text = fc
  .tuple(fc.array(fc.constantFrom('x = 1', '\ty', '', ' 5 ', 'é'), { maxLength: 5 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end));

/** Before as text, since that is how a test writes it; after as any bytes, or gone. */
const cases = fc.record({
  before: fc.record(Object.fromEntries(OLD.map((path) => [path, text]))),
  after: fc.dictionary(
    fc.constantFrom(...OLD, ...NEW),
    fc.option(
      fc.oneof(
        text.map((one) => Buffer.from(one)),
        fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
      ),
    ),
    { minKeys: 1, maxKeys: 6 },
  ),
  autocrlf: fc.constantFrom('false', 'input', 'true'),
  how: fc.constantFrom('merge', 'branch'),
});

it('what git shows as the difference is the candidate’s change, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ before, after, autocrlf, how }) => {
      const changes = new Map(
        Object.entries(after).filter(([path, content]) => content !== null || before[path] !== undefined),
      );
      const isSame = ([path, content]: [string, Buffer | null]) =>
        content !== null && before[path] !== undefined && Buffer.from(before[path]).equals(content);
      const real = new Map([...changes].filter((one) => !isSame(one)));
      fc.pre(real.size > 0);
      const root = repositoryWith(before);
      for (const setting of ['user.name=The User', 'user.email=user@x', `core.autocrlf=${autocrlf}`])
        sh(root, 'config', ...setting.split('='));
      const repository = await opened(root);
      const base = await repository.base({ dirty: false });
      const made = await repository.commit({ parents: [], onto: base.commit, changes, message: 'c' });
      const head = await headOf(repository.place);
      const joined = await joinChanges(repository, base.tree, made.tree, head.tree);
      if (how === 'merge') await landByMerge(repository, head, joined.changes, 'm');
      else await landOnBranch(repository, head, joined.changes, 'm', 'winner');
      const landed = how === 'merge' ? 'HEAD' : 'winner';
      const named = sh(root, 'diff', '--no-renames', '--name-only', '-z', head.commit, landed).split('\0');
      expect(named.filter((path) => path !== '').sort()).toEqual([...real.keys()].sort());
      expect(sh(root, 'rev-parse', `${landed}^{tree}`)).toBe(made.tree);
      expect(sh(root, 'status', '--porcelain')).toBe('');
      // Git itself writes other line ends then.
      if (autocrlf === 'true') return;
      for (const path of new Set([...OLD, ...changes.keys()])) {
        const wanted = how === 'merge' && changes.has(path) ? changes.get(path) : before[path];
        const file = join(root, path);
        const found = existsSync(file) ? readFileSync(file) : null;
        expect([path, found]).toEqual([path, wanted === null || wanted === undefined ? null : Buffer.from(wanted)]);
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);
