// Measures the product itself. Figures are ratios against a baseline taken in the same run.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, setup } from './setup.mjs';

setup();
const given = process.argv.slice(2);
// A number goes to the measurements themselves: seconds for `packing`.
const [wanted, args] = [given.filter((one) => !/^\d+$/.test(one)), given.filter((one) => /^\d+$/.test(one))];
const names = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.bench.mjs'))
  .map((name) => name.replace('.bench.mjs', ''));
for (const name of wanted.length > 0 ? wanted : names)
  run(process.execPath, [join(root, 'bench', `${name}.bench.mjs`), ...args]);
