import { describe, expect } from 'vitest';
import { json, repository, SQUARES } from '../support.ts';
import { itNeeds, runScripted } from './support.ts';

const RUN = ['run', 'node bench.js', '--files', 'numbers.js', '-k', '2', '-g', '1', '--yes', '--json'];
const FOUND = {
  path: 'numbers.js',
  find: 'module.exports = [1.0, 20, 0.5];',
  replace: 'module.exports = [3.0, 30, 0.3];',
  summary: 'Raised all three',
};

describe('pi', () => {
  itNeeds('pi', 'finds the improvement, with two calls for each candidate', async () => {
    const folder = repository(SQUARES);
    const ran = await runScripted(
      folder,
      [...RUN, '--agent', 'pi:scripted/mock-1'],
      { edit: FOUND },
      { agents: ['pi'] },
    );
    expect(json(ran)).toMatchObject({ best: { score: 0 }, candidates: { total: 2, scored: 2 } });
    expect(ran.calls.length).toBe(4);
  });

  itNeeds('pi', 'stops the run when its key is refused, though it exits with 0', async () => {
    const folder = repository(SQUARES);
    const ran = await runScripted(folder, [...RUN, '--agent', 'pi'], { always: { status: 401 } }, { agents: ['pi'] });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/pi: 401 .*Log in/);
    expect(ran.calls.length).toBeLessThanOrEqual(2);
  });
});
