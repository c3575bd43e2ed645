import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, repository, SHELL_SQUARES } from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--operator', 'tune', '--strategy', 'patient', '--yes'];

const json = (folder: string, ...args: string[]) => JSON.parse(evolve(folder, [...args, '--json']).stdout);

describe('a run by the patient rule', () => {
  it('says whether it was worth it and what more would bring', () => {
    const folder = repository(SHELL_SQUARES);
    const run = evolve(folder, [...RUN, '--control', '20%', '--budget-evals', '30']);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/Was it worth it\?\n {2}(Evolution|No sign|Too few)/);
    expect(run.stdout).toMatch(/By \d+ plain samples from the seed: \d+ would reach/);
    const status = json(folder, 'status');
    expect(status.control).toMatchObject({
      samples: expect.any(Number),
      reached: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
      match: expect.any(Number),
      verdict: expect.stringMatching(/^(worth|no-sign|too-few)$/),
    });
    expect(status.forecast).toMatchObject({ evaluations: 20, relative: true, gain: expect.any(Number) });
    expect(status.forecast.low).toBeLessThanOrEqual(status.forecast.high);
    expect(evolve(folder, ['status']).stdout).toMatch(/^Expected {3}20 more evaluations would gain about/m);
    evolve(folder, ['report', '--html', 'report.html']);
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<h2>Was it worth it?</h2>');
  });

  it('ends when little more is to be expected, and can be told another rule', () => {
    const folder = repository(SHELL_SQUARES);
    const rules = ['--control', '0', '--stop-when', 'expected gain < 99 %'];
    const run = evolve(folder, [...RUN, ...rules]);
    expect(run.code, run.stderr).toBe(0);
    const status = json(folder, 'status');
    expect(status.stop).toEqual({
      cause: 'forecast',
      reason: expect.stringMatching(/^expected gain of the next 20 evaluations is [\d.]+ %, less than 99 %$/),
    });
    expect(status.budget.evaluationsSpent).toBeGreaterThanOrEqual(20);
    expect(status.control).toBeUndefined();
    expect(evolve(folder, [...RUN, '--fresh', '--stop-when', 'gain < 1 %']).stderr).toContain(
      '--stop-when takes a rule such as "expected gain < 0.1 %"',
    );
  });
});
