import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporary } from './support.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('npm run demo', () => {
  it('makes the bin packing heuristic at least a fifth better than best fit, and leaves the clone as it is', () => {
    const status = () => execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
    const before = status();
    const temp = temporary();
    const env = { ...process.env, TMPDIR: temp, GALAPAGOS_LOCKS: temp };
    const output = execFileSync(process.execPath, ['scripts/demo.mjs'], { cwd: ROOT, encoding: 'utf8', env });
    for (const part of [
      'Measured side by side',
      'Lineage',
      'Fitness curve',
      'Change\ndiff --git',
      'Take it over: evolve apply',
    ]) {
      expect(output).toContain(part);
    }
    expect(Number(/([\d.]+) % better/.exec(output)?.[1])).toBeGreaterThan(20);
    expect(status()).toBe(before);
  });
});
