// Matrix multiplication (examples/matrix): what the line of docs/guide-matrix.md gains, measured in turns with the seed.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVOLVE, environment, repository, table } from './support.mjs';

const EXAMPLE = fileURLToPath(new URL('../examples/matrix', import.meta.url));
const GUIDE = fileURLToPath(new URL('../docs/guide-matrix.md', import.meta.url));

const line = /^\s+evolve (run .*)$/m.exec(readFileSync(GUIDE, 'utf8').replaceAll(/\\\n\s*/g, ' '))[1];
const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]);
const folder = repository(
  Object.fromEntries(readdirSync(EXAMPLE).map((name) => [name, readFileSync(join(EXAMPLE, name), 'utf8')])),
);
const { best, improvement, candidates } = JSON.parse(
  execFileSync(process.execPath, [EVOLVE, ...args, '--json'], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
const percent = (share) => `${(100 * share).toFixed(0)} %`;
console.log('\nMatrix multiplication in C, as docs/guide-matrix.md runs it');
table(
  ['winner', 'faster by', 'at 95 % between', 'confirmed', 'candidates', 'wrong or not C'],
  [
    [
      best.id,
      percent((improvement?.percent ?? 0) / 100),
      improvement?.interval ? `${percent(improvement.interval.low)} and ${percent(improvement.interval.high)}` : '-',
      improvement?.confirmed ?? false,
      candidates.total,
      candidates.invalid,
    ],
  ],
);
