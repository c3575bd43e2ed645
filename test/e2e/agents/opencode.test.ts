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

describe('opencode', () => {
  itNeeds('opencode', 'finds the improvement, and asks no model for a title', async () => {
    const folder = repository(SQUARES);
    // One at a time: two that start in a new home get into each other's way, and are tried again.
    const args = [...RUN, '--parallel', '1', '--agent', 'opencode:scripted/mock-1'];
    const ran = await runScripted(folder, args, { edit: FOUND }, { agents: ['opencode'] });
    expect(json(ran)).toMatchObject({ best: { score: 0 }, candidates: { total: 2, scored: 2 } });
    expect(ran.calls.length).toBe(6);
    expect(ran.calls.every(({ tools }) => tools.length > 0)).toBe(true);
  });
});
