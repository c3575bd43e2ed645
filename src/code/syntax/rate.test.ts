import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rng } from '../../domain/rng.ts';
import { mutate } from './syntax.ts';

const MUTANTS = 60;

const NODE = `for (const file of process.argv.slice(1)) await import(file).then(() => console.log(file), () => {});`;
const PYTHON = `import sys, runpy
for path in sys.argv[1:]:
    try:
        runpy.run_path(path)
        print(path)
    except BaseException:
        pass`;

/** The share of mutants that their language loads. */
async function rateOf(sample: string, tool: readonly [string, ...string[]]): Promise<number> {
  const text = readFileSync(join(import.meta.dirname, '../../../test/sample/syntax', sample), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-rate-'));
  try {
    const files: string[] = [];
    for (let seed = 0; seed < MUTANTS; seed++) {
      const made = await mutate(sample, text, rng(seed, 'rate'), seed % 3 === 0 ? 'large' : 'small');
      if (made.kind !== 'edited') throw new Error(made.reason);
      files.push(join(folder, `m${seed}${sample.slice(sample.lastIndexOf('.')).replace('.js', '.mjs')}`));
      writeFileSync(files.at(-1) ?? '', made.text);
    }
    const [command, ...args] = tool;
    const { stdout } = spawnSync(command, [...args, ...files], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line !== '').length / MUTANTS;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('at least half of the mutants of a JavaScript program load', async () => {
  const rate = await rateOf('knapsack.js', [process.execPath, '--input-type=module', '-e', NODE, '--']);
  expect(rate).toBeGreaterThanOrEqual(0.5);
}, 30_000);

test.skipIf(!hasPython)(
  'at least half of the mutants of a Python program load',
  async () => {
    expect(await rateOf('schedule.py', ['python3', '-c', PYTHON])).toBeGreaterThanOrEqual(0.5);
  },
  30_000,
);
