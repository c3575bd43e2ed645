import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { sh } from '../test-kit.ts';
import { BRANCH, COMMIT, LEDGER, trial, usersRepository } from './trunk.fixture.ts';

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

const OLD = ['a.js', 'b/c.js', "it's é.txt", '-dash', 'new\nline', 'b/"q".txt', '.agents/old note.md'];
const NEW = ['z.js', 'b/new.js', 'deep/er/x', '--', 'ü [1]*.txt', '.agents/new.md'];
const text = fc.array(fc.constantFrom('x = 1', '\ty', '', 'é'), { maxLength: 4 }).map((lines) => lines.join('\n'));

/** What a night does: cycles one after the other, and commits of the user's in between. */
const nights = fc.record({
  before: fc.record(Object.fromEntries(OLD.map((path) => [path, text]))),
  cycles: fc.array(
    fc.record({
      change: fc.dictionary(fc.constantFrom(...OLD, ...NEW), fc.option(text), { minKeys: 1, maxKeys: 4 }),
      own: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  autocrlf: fc.constantFrom('false', 'input', 'true'),
  trunk: fc.constantFrom(BRANCH, COMMIT),
});

it('what lands is the candidate’s tree and the ledger, byte for byte, whatever there is between', async () => {
  await fc.assert(
    fc.asyncProperty(nights, async ({ before, cycles, autocrlf, trunk }) => {
      const root = usersRepository(before);
      sh(root, 'config', 'core.autocrlf', autocrlf);
      const { tip, candidate, land } = await trial(root, trunk);
      for (const [at, { change, own }] of cycles.entries()) {
        const base = await tip();
        const there = new Set(sh(root, 'ls-tree', '-r', '-z', '--name-only', base.commit).split('\0'));
        const changes = Object.fromEntries(
          Object.entries(change).filter(([path, content]) => content !== null || there.has(path)),
        );
        const made = await candidate(changes, base);
        if (own) sh(root, 'commit', '-q', '--allow-empty', '-m', 'mine');
        const answer = await land(at + 1, made, base);
        expect(answer).toMatchObject({ kind: 'landed' });
        if (answer.kind !== 'landed') return;
        const { canonical, log } = answer;
        expect(sh(root, 'rev-parse', trunk.land === 'commit' ? 'main' : 'evolve/goals')).toBe(log);
        expect(sh(root, 'rev-parse', `${canonical}^{tree}`)).toBe(made.tree);
        expect(sh(root, 'diff', '--name-only', '-z', canonical, log)).toBe(`${LEDGER}\0`);
        // The ledger of the folder is for who has asked to write.
        expect(sh(root, 'status', '--porcelain', '--', `:!${LEDGER}`)).toBe('');
        if (trunk.land === 'branch' || autocrlf === 'true') continue;
        for (const [path, wanted] of Object.entries(changes)) {
          const file = join(root, path);
          expect([path, existsSync(file) ? readFileSync(file, 'utf8') : null]).toEqual([path, wanted]);
        }
      }
    }),
    { numRuns: 8 },
  );
}, 120_000);
