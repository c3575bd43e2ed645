// The main job on a copy of an example: no key, no change to this clone.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, setup } from './setup.mjs';

setup();
const folder = mkdtempSync(join(tmpdir(), 'galapagos-demo-'));
cpSync(join(root, 'examples', 'bin-packing'), folder, { recursive: true });
const git = (...args) => execFileSync('git', args, { cwd: folder });
git('init', '-q', '-b', 'main');
git('add', '-A');
git(
  '-c',
  'user.name=demo',
  '-c',
  'user.email=demo@localhost',
  '-c',
  'commit.gpgsign=false',
  'commit',
  '-qm',
  'bin packing',
);

const args = ['run', 'node bench.js', '--files', 'packer.js', '--direction', 'min', '--yes'];
console.log(`A repository with a bin packing heuristic, and a benchmark that prints how far it is from the optimum:
  ${folder}
  $ evolve ${args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ')}
`);
const { status } = spawnSync(process.execPath, [join(root, 'bin', 'evolve.js'), ...args], {
  cwd: folder,
  stdio: 'inherit',
});
process.exit(status ?? 1);
