// 32 lanes on a model that takes 2 s, with an evaluator of a few milliseconds: calls per second against the 16 that are possible, and what
// a candidate costs the main process. The model is the scripted server of the tests, in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../dist/index.js';
import { EVOLVE, environment, ms, repository, table } from './support.mjs';

const LANES = 32;
const MODEL_MS = 2000;
const ROUNDS = 10;
const POSSIBLE = (LANES * 1000) / MODEL_MS;
const SERVER = fileURLToPath(new URL('../test/fake/model/main.mjs', import.meta.url));

const FILES = { 'value.txt': '0\n', 'bench.sh': 'cat value.txt\n' };

/** Each answer is another file, so that no candidate is the same as one before. */
const SCRIPT = `export const script = ({ number }) => ({
  text: 'value.txt\\n\`\`\`\\n' + (number * 7919 % 10007) + '\\n\`\`\`\\nAnother value.',
  delayMs: ${MODEL_MS},
});
`;

async function served(folder, work) {
  const script = join(dirname(folder), 'script.mjs');
  writeFileSync(script, SCRIPT);
  const server = spawn(process.execPath, [SERVER, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(server.stdout, 'data');
  try {
    return await work(`http://127.0.0.1:${String(port).trim()}/v1`);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

/** Processor time of one process without its children, in milliseconds, asked for until it ends. */
function ownCpu(pid) {
  let last = Number.NaN;
  const look = () => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      last = (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {}
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    return last;
  };
}

async function run(folder, args) {
  const child = spawn(
    process.execPath,
    [EVOLVE, 'run', 'sh bench.sh', '--files', 'value.txt', '--unchecked', ...args],
    {
      cwd: folder,
      env: { ...environment(folder), LLM_API_KEY: 'not-a-key' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const cpu = ownCpu(child.pid);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`evolve run ended with ${code}`);
  return cpu();
}

const folder = repository(FILES);
const count = LANES * ROUNDS;
const size = [
  '-k',
  String(count),
  '-g',
  '1',
  '--parallel',
  String(LANES),
  '--parallel-bench',
  '2',
  '--yes',
  '--json',
  '-q',
];
const cpu = await served(folder, (url) => run(folder, [...size, '--no-repair', '--agent', `llm:scripted@${url}`]));

const store = openStore(join(folder, '.evolve'));
const events = store.journal('r1').read(0, 1_000_000);
store.close();
const of = (type) => events.filter(({ event }) => event.type === type);
const [calling, called, evaluated] = [of('calling'), of('called'), of('evaluated')];
const seconds = (called.at(-1).at - calling[0].at) / 1000;
const perSecond = called.length / seconds;
const latency = called.map(({ event }) => event.call.ms);

console.log(
  `\n${LANES} lanes, a model that takes ${MODEL_MS / 1000} s, an evaluator of a few ms, ${called.length} calls`,
);
table(
  ['', 'measured', 'possible', 'share'],
  [
    ['calls per second', perSecond.toFixed(1), POSSIBLE.toFixed(1), `${((100 * perSecond) / POSSIBLE).toFixed(0)} %`],
    ['a call, mean', ms(latency.reduce((sum, one) => sum + one, 0) / latency.length), ms(MODEL_MS), ''],
    ['candidates measured', String(evaluated.length - 1), String(count), ''],
  ],
);
console.log(
  `  main process: ${ms(cpu / count)} of processor time per candidate (${((cpu / 1000 / seconds) * 100).toFixed(0)} % of a core)`,
);
