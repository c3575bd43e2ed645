// Start-up: what `evolve --help` and `evolve status` take beyond a bare `node -e 0`.
import { spawnSync } from 'node:child_process';
import { EVOLVE, evolve, interleaved, least, mean, median, ms, repository, table, times, verdict } from './support.mjs';

const ROUNDS = 40;
const WANTED_MS = { '--help': 20, status: 50, 'status --json': 50 };

const folder = repository({
  'numbers.js': 'module.exports = [1000, 2000, 3000];\n',
  'bench.sh': "IFS='[],' read -r _ a b c _ < numbers.js\necho $((a + b - c))\n",
});
evolve(folder, ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '4', '-g', '3', '--yes', '--unchecked']);

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
console.log(
  `Start-up, ${ROUNDS} rounds in turns; over bare node: median of the differences, of the minima, of CPU time`,
);
table(
  ['command', 'median', 'min', 'over: median', 'min', 'CPU', 'to node', 'wanted, by minima'],
  Object.entries(samples).map(([name, { wall, cpu }]) => {
    const row = [name, ms(median(wall)), ms(least(wall))];
    if (!(name in WANTED_MS)) return [...row, '', '', '', times(1), ''];
    const over = least(wall) - least(bare.wall);
    return [
      ...row,
      ms(median(wall.map((value, round) => value - bare.wall[round]))),
      ms(over),
      ms(mean(cpu) - mean(bare.cpu)),
      times(median(wall) / median(bare.wall)),
      verdict(over <= WANTED_MS[name], `${WANTED_MS[name]} ms`),
    ];
  }),
);
