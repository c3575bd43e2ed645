import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { compiled } from '../compiled.fixture.ts';
import { picture, scratch, sh, write } from '../test-kit.ts';
import { BRANCH, COMMIT, LEDGER, trial, usersRepository } from './trunk.fixture.ts';
import type { Trunk } from './trunk.ts';

const folder = join(scratch(), 'driver');
compiled('workspace/workspace.ts', folder);
write(folder, {
  'land.js': `import { findPlace, openRepository, landOnTrunk } from './workspace/workspace.js';
import { readFileSync } from 'node:fs';
const [root, given] = process.argv.slice(2);
const { trunk, base, candidate, at, tag } = JSON.parse(given);
const repository = await openRepository(await findPlace(root));
const ledger = '${LEDGER}';
const answer = await landOnTrunk(repository, {
  trunk, base, candidate, at, ledger, message: 'work 1',
  landed: (text) => text.toString().split('\\n').find((line) => line.startsWith('1 ' + tag))?.split(' ')[2],
  log: async ({ work }) => ({ message: 'log', files: new Map([[ledger, Buffer.from('1 ' + tag + ' ' + work + '\\n')]]) }),
});
console.log(JSON.stringify(answer));
repository.close();
`,
});

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

interface Given {
  readonly trunk: Trunk;
  readonly base: unknown;
  readonly candidate: unknown;
  readonly at: number;
  readonly tag: string;
}

/** Lands in a process of its own; undefined when it died at a boundary. */
async function elsewhere(root: string, given: Given, killAt = 0): Promise<unknown> {
  const child = spawn(process.execPath, [join(folder, 'land.js'), root, JSON.stringify(given)], {
    env: { ...process.env, GALAPAGOS_KILL_AT: String(killAt) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  if (code === null) return undefined;
  expect(code).toBe(0);
  return JSON.parse(said);
}

const files = { 'a.js': '1', 'b/c.js': '2', '.agents/notes.md': 'old', '.agents/gone.md': 'x' };
const change = { 'a.js': 'A', 'b/c.js': null, 'd/e.js': '3', '.agents/notes.md': 'new', '.agents/gone.md': null };
const at = 1_700_000_000_000;

test.each([BRANCH, COMMIT])(
  'killed anywhere, landing on a $land is done once',
  async (trunk) => {
    for (let kill = 1; ; kill++) {
      const root = usersRepository(files);
      write(root, { 'untracked.txt': 'u' });
      const branch = trunk.land === 'commit' ? 'main' : 'evolve/goals';
      const { tip, candidate, repository } = await trial(root, trunk);
      const base = await tip();
      const given = { trunk, base, candidate: await candidate(change, base), at, tag: 'x' };
      const clean = picture(root, (path) => path.startsWith('.'));
      const died = (await elsewhere(root, given, kill)) === undefined;
      // Whoever begins a cycle finds the folder as before, or as after.
      const now = await tip();
      expect([base.commit, now.commit].includes(sh(root, 'rev-parse', 'HEAD'))).toBe(true);
      expect(sh(root, 'status', '--porcelain', '--', ':!.agents', ':!untracked.txt')).toBe('');
      if (now.commit === base.commit) expect(picture(root, (path) => path.startsWith('.'))).toEqual(clean);
      const answer = await elsewhere(root, given);
      const [log, work, before] = sh(root, 'rev-list', '-3', branch).split('\n');
      expect(answer).toEqual({ kind: 'landed', canonical: work, log });
      expect(before).toBe(base.commit);
      expect(sh(root, 'show', `${branch}:${LEDGER}`)).toBe(`1 x ${work}`);
      if (trunk.land === 'commit') {
        expect(readFileSync(join(root, '.agents/notes.md'), 'utf8')).toBe('new');
        expect(existsSync(join(root, '.agents/gone.md'))).toBe(false);
        expect(readFileSync(join(root, 'd/e.js'), 'utf8')).toBe('3');
      }
      expect(existsSync(join(root, '.evolve/landing.json'))).toBe(false);
      expect(readdirSync(join(root, '.git')).filter((name) => name.endsWith('.lock'))).toEqual([]);
      expect(sh(root, 'fsck', '--strict', '--no-dangling')).toBe('');
      repository.close();
      if (!died) {
        expect(kill).toBeGreaterThan(3);
        return;
      }
    }
  },
  180_000,
);

test.each([BRANCH, COMMIT])('of two that land on a $land at once one wins', async (trunk) => {
  const root = usersRepository(files);
  const { tip, candidate } = await trial(root, trunk);
  const base = await tip();
  const both = await Promise.all(
    ['x', 'y'].map(async (tag) => {
      const made = await candidate({ 'a.js': tag, [`${tag}.js`]: tag }, base);
      return elsewhere(root, { trunk, base, candidate: made, at, tag });
    }),
  );
  const log = sh(root, 'rev-parse', trunk.land === 'commit' ? 'main' : 'evolve/goals');
  expect(both).toEqual(
    expect.arrayContaining([
      { kind: 'landed', canonical: sh(root, 'rev-parse', `${log}^`), log },
      { kind: 'moved', tip: log },
    ]),
  );
  expect(sh(root, 'rev-list', '--count', `${base.commit}..${log}`)).toBe('2');
  expect(sh(root, 'status', '--porcelain', '--', ':!.agents')).toBe('');
});

test('two working trees that land on the same branch at once', async () => {
  const root = usersRepository(files);
  const linked = join(scratch(), 'linked');
  sh(root, 'worktree', 'add', '-q', '-b', 'side', linked);
  const answers = await Promise.all(
    [root, linked].map(async (one, index) => {
      const { tip, candidate } = await trial(one, BRANCH);
      const base = await tip();
      const made = await candidate({ 'a.js': `t${index}` }, base);
      return elsewhere(one, { trunk: BRANCH, base, candidate: made, at, tag: `t${index}` });
    }),
  );
  expect(answers).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'landed' }), expect.objectContaining({ kind: 'moved' })]),
  );
  expect(sh(root, 'rev-list', '--count', 'main..evolve/goals')).toBe('2');
});
