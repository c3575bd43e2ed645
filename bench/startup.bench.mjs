// Start-up: what `evolve --help` and `evolve status` take beyond a bare `node -e 0`.
import { spawnSync } from 'node:child_process';
import { EVOLVE, evolve, interleaved, least, median, ms, repository, table, verdict } from './support.mjs';

const ROUNDS = 40;
const WANTED_MS = { '--help': 20, status: 50, 'status --json': 50 };

const folder = repository({
  'numbers.js': 'module.exports = [1.0, 20, 0.5];\n',
  'bench.sh': "sed 's/[^0-9.,-]//g; s/^[.]//' numbers.js | awk -F, '{ print $1 + $2 + $3 }'\n",
});
evolve(folder, ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '4', '-g', '3', '--yes']);

const start = (args) => () => {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder });
  if (status !== 0) throw new Error(`node ${args.join(' ')}: ${stderr}`);
};
const samples = await interleaved(
  {
    'node -e 0': start(['-e', '0']),
    '--help': start([EVOLVE, '--help']),
    status: start([EVOLVE, 'status']),
    'status --json': start([EVOLVE, 'status', '--json']),
  },
  ROUNDS,
);

const bare = samples['node -e 0'];
console.log(`Start-up over bare node (${ROUNDS} rounds in turns)`);
table(
  ['command', 'median', 'min', 'over node: median', 'of minima', 'wanted', 'to node'],
  Object.entries(samples).map(([name, taken]) => {
    const over = median(taken.map((value, round) => value - bare[round]));
    const wanted = WANTED_MS[name];
    return [
      name,
      ms(median(taken)),
      ms(least(taken)),
      name in WANTED_MS ? ms(over) : '',
      name in WANTED_MS ? ms(least(taken) - least(bare)) : '',
      wanted === undefined ? '' : verdict(least(taken) - least(bare) <= wanted, `${wanted} ms`),
      `${(median(taken) / median(bare)).toFixed(2)}×`,
    ];
  }),
);
