import { describe, expect } from 'vitest';
import { fingerprint, json, repository, SHELL_SQUARES } from '../support.ts';
import { itNeeds, runScripted } from './support.ts';

const ISLANDS = ['--strategy', 'islands', '--files', 'numbers.js', '-n', '1', '--operator', 'tune'];
const VERDICT = { answer: ['{"efficiency-score": 6}'] };

describe('as a judge', () => {
  for (const agent of ['claude', 'codex'] as const)
    itNeeds(agent, `${agent} gives the score of a run`, async () => {
      const folder = repository(SHELL_SQUARES);
      const before = fingerprint(folder);
      const args = ['run', ...ISLANDS, '--agent', `judge=${agent}`, '--yes', '--json'];
      const ran = await runScripted(folder, args, VERDICT, { agents: [agent] });
      expect(ran).toMatchObject({ code: 0 });
      const document = json(ran);
      expect(document).toMatchObject({ baseline: { score: 0.6 }, candidates: { total: 1, scored: 1, invalid: 0 } });
      // One of them asks once more for what has a schema.
      expect(ran.calls.length).toBeLessThanOrEqual(2 * document.cost.calls);
      expect(fingerprint(folder)).toEqual(before);
    });

  for (const agent of ['opencode', 'pi', 'gemini'] as const)
    itNeeds(agent, `${agent} gives its verdict on a file`, async () => {
      const folder = repository(SHELL_SQUARES);
      const ran = await runScripted(folder, ['judge', 'numbers.js', '--agent', agent, '--json'], VERDICT, {
        agents: [agent],
      });
      expect(ran).toMatchObject({ code: 0 });
      expect(json(ran)).toMatchObject({ 'efficiency-score': 6, verdicts: [{ judge: agent, score: 6 }] });
    });
});
