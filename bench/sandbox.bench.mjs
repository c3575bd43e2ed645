// What starting a command takes at each level of the sandbox, against plain spawn in turns; and how much memory a tree
// of processes has got when its limit ends it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { interleaved, least, median, ms, table, temporary, times, verdict } from './support.mjs';

const ROUNDS = 10;
const LAUNCHES = 5;
const LIMIT_MB = 200;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

// The runner's own code, which the package does not give out.
const outDir = join(root, 'dist/bench');
await build({
  config: false,
  entry: { 'process-tree': join(root, 'src/workspace/process-tree.ts') },
  outDir,
  format: 'esm',
  dts: false,
  logLevel: 'error',
  platform: 'node',
  outExtensions: () => ({ js: '.js' }),
});
const { runTree } = await import(pathToFileURL(join(outDir, 'process-tree.js')).href);

const folder = temporary();
const repository = join(folder, 'repository');
const state = join(repository, '.evolve');
const [tree, home] = [join(state, 'tree'), join(state, 'home')];
for (const path of [tree, home]) mkdirSync(path, { recursive: true });
const env = { PATH: process.env.PATH, HOME: process.env.HOME };
const box = {
  ...{ own: [tree], home, hidden: [repository, state] },
  reach: { network: false, read: [], write: [], env: [] },
};

const run = (isolation, shell, boxed, limits) =>
  runTree(
    { shell, cwd: tree, env, log: join(folder, 'log'), isolation, ...(boxed ? { box } : {}) },
    { timeoutMs: 60_000, ...limits },
  );

async function plain() {
  const child = spawn('sh', ['-c', ':'], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`sh ended with ${code}`);
}

const levels = { 'limits only': ['group', false], bubblewrap: ['bubblewrap', true] };
if (process.getuid() === 0) levels.namespace = ['namespace', true];
levels['user namespace'] = ['user-namespace', true];
levels['user namespace, files and network open'] = ['user-namespace', false];

const subjects = { 'plain spawn': plain };
for (const [name, [level, boxed]] of Object.entries(levels)) {
  const { ended } = await run(level, ':', boxed, { memoryMb: 500 });
  if (ended.kind !== 'exited' || ended.code !== 0) {
    console.log(`  not on this machine: ${name} (${ended.reason ?? ended.kind})`);
    continue;
  }
  subjects[name] = () => run(level, ':', boxed, { memoryMb: 500 });
}
const repeated = Object.fromEntries(
  Object.entries(subjects).map(([name, launch]) => [
    name,
    async () => {
      for (let turn = 0; turn < LAUNCHES; turn++) await launch();
    },
  ]),
);
const samples = await interleaved(repeated, ROUNDS);
const each = (name) => samples[name].wall.map((value) => value / LAUNCHES);
console.log(`\nOne launch, ${ROUNDS} rounds of ${LAUNCHES} in turns`);
table(
  ['', 'median', 'min', 'to plain, by minima'],
  Object.keys(subjects).map((name) => [
    name,
    ms(median(each(name))),
    ms(least(each(name))),
    times(least(each(name)) / least(each('plain spawn'))),
  ]),
);

// Four processes that grow by 4 MB at a time and say so; the sum of what they said is what the tree had.
const grow = `${JSON.stringify(process.execPath)} -e 'const kept = []; setInterval(() => { kept.push(Buffer.alloc(4e6, 1)); console.log(4); }, 20)'`;
console.log(`\nA tree of four processes with ${LIMIT_MB} MB for all of them`);
const rows = [];
for (const [name, [level, boxed]] of Object.entries(levels)) {
  if (subjects[name] === undefined) continue;
  const ran = await run(level, `${grow} & ${grow} & ${grow} & ${grow} & wait`, boxed, { memoryMb: LIMIT_MB });
  const said = readFileSync(join(folder, 'log'), 'utf8').split('\n').length * 4;
  rows.push([name, ran.ended.kind, `${said} MB`, verdict(ran.ended.kind === 'memory', 'ended for its memory')]);
}
table(['', 'ended', 'had taken, beside the programs', ''], rows);
