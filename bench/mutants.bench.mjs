// How many mutants of the samples in test/sample/syntax their own language accepts, and what making one takes.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { checkers, written } from './checkers.mjs';
import { median, ms, table, verdict } from './support.mjs';

const MUTANTS = 200;
const WANTED = 0.5;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

// The operator's own code, which the package does not give out.
const outDir = join(root, 'dist/bench');
const entry = { syntax: join(root, 'src/code/syntax/syntax.ts'), rng: join(root, 'src/domain/rng.ts') };
await build({
  config: false,
  entry,
  outDir,
  format: 'esm',
  dts: false,
  logLevel: 'error',
  platform: 'node',
  outExtensions: () => ({ js: '.js' }),
});
const { mutate } = await import(pathToFileURL(join(outDir, 'syntax.js')).href);
const { rng } = await import(pathToFileURL(join(outDir, 'rng.js')).href);

const rows = [];
for (const [language, { sample, tool, passing }] of Object.entries(checkers)) {
  const text = readFileSync(join(root, 'test/sample/syntax', sample), 'utf8');
  for (const size of ['small', 'large']) {
    const mutants = [];
    const taken = [];
    for (let seed = 0; mutants.length < MUTANTS; seed++) {
      const from = performance.now();
      const made = await mutate(sample, text, rng(seed, language), size);
      taken.push(performance.now() - from);
      if (made.kind !== 'edited') throw new Error(made.reason);
      mutants.push(made);
    }
    const distinct = new Set(mutants.map((made) => made.text)).size;
    const row = [language, size, distinct, ms(median(taken))];
    if (!tool()) {
      rows.push([...row, '', 'unchecked: its compiler is not installed']);
      continue;
    }
    const files = written(
      sample,
      mutants.map((made) => made.text),
    );
    const passed = new Set(passing(files));
    const rate = passed.size / MUTANTS;
    rows.push([
      ...row,
      `${(100 * rate).toFixed(0)} %`,
      size === 'small' ? verdict(rate >= WANTED, `${100 * WANTED} %`) : '',
    ]);
    if (process.env.SHOW_FAILED === language)
      for (const [index, file] of files.entries()) if (!passed.has(file)) console.log(mutants[index].summary);
  }
}
console.log(`${MUTANTS} mutants of a sample program a language, by one edit (small) and by two to four (large)`);
table(['language', 'size', 'distinct', 'made in', 'pass', 'wanted'], rows);
