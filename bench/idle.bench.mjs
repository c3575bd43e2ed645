// What benchmark slots do while agents think: an author that takes 2 s, an evaluator of 50 ms, three lanes and one slot, for the
// same time without free operators, with their default share and with a large one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../dist/index.js';
import { evolve, repository, table } from './support.mjs';

const MINUTES = 0.5;
const SHARES = { none: ['--idle', '0'], default: [], large: ['--idle', '0.9'] };

const FILES = {
  'numbers.mjs': 'export const numbers = [1, 20, 0.5, 7];\n',
  'bench.sh': `sleep 0.05
sed 's/[^0-9.,]//g' numbers.mjs | awk -F, '{ print -((($1 - 3) / 3) ^ 2 + (($2 - 30) / 30) ^ 2 + (($3 - 0.3) / 0.3) ^ 2 + (($4 - 2) / 2) ^ 2) }'
`,
  // An author that changes one number by a tenth, up or down, after two seconds.
  'author.sh': `sleep 2
n=$(printf '%s' "$EVOLVE_CANDIDATE" | cksum | cut -d' ' -f1)
awk -v at=$((n % 4)) -v up=$((n / 4 % 2)) '{
  split(substr($0, index($0, "[") + 1), part, /[],] */)
  part[at + 1] *= up ? 1.1 : 0.9
  print "export const numbers = [" part[1] ", " part[2] ", " part[3] ", " part[4] "];"
}' numbers.mjs > .new && cat .new > numbers.mjs && rm .new
`,
};

function measured(flags) {
  const folder = repository({ 'numbers.mjs': FILES['numbers.mjs'], 'bench.sh': FILES['bench.sh'] });
  const script = join(folder, '..', `author-${process.pid}.sh`);
  writeFileSync(script, FILES['author.sh']);
  const args = ['run', 'sh bench.sh', '--files', 'numbers.mjs', '--strategy', 'patient', '--parallel', '3'];
  const limits = ['--budget-minutes', String(MINUTES), '--unchecked', '--yes', '--json', '--seed', '1'];
  const ended = JSON.parse(evolve(folder, [...args, ...limits, ...flags, '--agent', `command:sh ${script}`]));
  const store = openStore(join(folder, '.evolve'));
  const events = store.journal('r1').read(0, 100_000);
  store.close();
  const driven = events.find(({ event }) => event.type === 'driven').at;
  const last = events.findLast(({ event }) => event.type === 'placed').at;
  const busy = events
    .flatMap(({ event }) => (event.type === 'evaluated' && event.candidate !== 'seed' ? event.evaluation.stages : []))
    .filter(({ stage }) => stage === 'benchmark')
    .reduce((sum, { ms = 0 }) => sum + ms, 0);
  return { ended, share: busy / (last - driven), seconds: (last - driven) / 1000 };
}

const rows = Object.entries(SHARES).map(([name, flags]) => {
  const { ended, share, seconds } = measured(flags);
  const { idle, idleBests } = ended.arms;
  const own = ended.budget.evaluationsSpent - idle;
  return [
    name,
    `${seconds.toFixed(0)} s`,
    own,
    idle,
    `${(100 * (1 - share)).toFixed(0)} %`,
    ended.best.score.toFixed(4),
    idleBests,
  ];
});
console.log(`An author of 2 s and an evaluator of 50 ms, 3 lanes, 1 slot, ${MINUTES * 60} s each`);
table(['free operators', 'time', 'by authors', 'by them', 'slot idle', 'reached (0 is best)', 'bests of theirs'], rows);
