import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { compiled } from '../workspace/compiled.fixture.ts';
import { repositoryWith, scratch, sh, write } from '../workspace/test-kit.ts';
import { LEDGER } from './files.ts';
import { deskAt, known, lineAt, made } from './landing.fixture.ts';
import { ledgerIn } from './ledger/ledger.ts';

const folder = join(scratch(), 'driver');
compiled('source/land.ts', folder);
write(folder, {
  'land.js': `import { findPlace, openRepository } from './workspace/workspace.js';
import { land } from './source/land.js';
const [root, given] = process.argv.slice(2);
const { ladder, versions, question } = JSON.parse(given);
const repository = await openRepository(await findPlace(root));
await land({ root, ladder, repository }, question, versions, new AbortController().signal);
repository.close();
`,
});

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

async function elsewhere(root: string, given: object, killAt: number): Promise<number | null> {
  const child = spawn(process.execPath, [join(folder, 'land.js'), root, JSON.stringify(given)], {
    env: { ...process.env, GALAPAGOS_KILL_AT: String(killAt) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  return code;
}

test.each(['branch', 'commit'] as const)(
  'killed anywhere, a cycle has landed on a %s once and the ledgers agree',
  async (how) => {
    for (let kill = 1; ; kill++) {
      const root = known(repositoryWith({ 'a.js': '1' }));
      const branch = how === 'commit' ? 'main' : 'evolve/goals';
      const desk = await deskAt(root, { ladder: { land: how } });
      const versions = await made(desk, { 'a.js': '2', 'new.js': '1' });
      const question = { key: 'k', of: 'land', subject: 'Fix it', line: lineAt(1), push: false };
      const given = { ladder: desk.ladder, versions, question };
      const code = await elsewhere(root, given, kill);
      expect(await elsewhere(root, given, 0)).toBe(0);
      expect(sh(root, 'rev-list', '--count', branch)).toBe('3');
      const ledger = readFileSync(join(root, LEDGER), 'utf8');
      expect(ledger.trimEnd()).toBe(sh(root, 'show', `${branch}:${LEDGER}`));
      expect(ledgerIn(ledger).lines).toMatchObject([{ cycle: 1, canonicalSha: sh(root, 'rev-parse', `${branch}^`) }]);
      expect(sh(root, 'status', '--porcelain', '--untracked-files=no')).toBe('');
      if (code === 0) {
        expect(kill).toBeGreaterThan(5);
        return;
      }
      expect(code).toBeNull();
    }
  },
  180_000,
);
