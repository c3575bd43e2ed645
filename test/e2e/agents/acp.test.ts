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

describe('an agent of the Agent Client Protocol', () => {
  for (const [agent, line, parallel] of [
    ['gemini', 'gemini --acp', '2'],
    ['opencode', 'opencode acp', '1'],
  ] as const)
    itNeeds(agent, `${line} finds the improvement`, async () => {
      const folder = repository(SQUARES);
      const args = [...RUN, '--parallel', parallel, '--agent', `acp:${line}`];
      const ran = await runScripted(folder, args, { edit: FOUND }, { agents: [agent] });
      expect(json(ran)).toMatchObject({ best: { score: 0 }, candidates: { total: 2, scored: 2 } });
      expect(ran.stderr).toContain('Raised all three');
      expect(ran.calls.length).toBeLessThanOrEqual(8);
    });
});
