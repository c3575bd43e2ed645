import { describe, expect } from 'vitest';
import { json, repository, SQUARES } from '../support.ts';
import { AGENTS, type AgentName } from './homes.ts';
import { agentPrograms, itNeeds, runScripted } from './support.ts';

/** Each agent as a command, so that this tells whether the agent and the scripted model get on, whatever drives it. */
const LINES: Readonly<Record<AgentName, string>> = {
  claude: 'claude -p --permission-mode acceptEdits < {prompt_file}',
  codex: 'codex exec --sandbox workspace-write --skip-git-repo-check - < {prompt_file}',
  opencode: 'opencode run --title t < {prompt_file}',
  pi: 'pi -p --no-session < {prompt_file}',
  gemini: 'gemini --approval-mode auto_edit --skip-trust < {prompt_file}',
};

const FOUND = {
  path: 'numbers.js',
  find: 'module.exports = [1.0, 20, 0.5];',
  replace: 'module.exports = [3.0, 30, 0.3];',
  summary: 'Raised all three',
};

describe('a real agent and a scripted model', () => {
  for (const agent of AGENTS)
    itNeeds(agent, `${agent} makes the edit of the script`, async () => {
      expect(agentPrograms().has(agent), `.ci/agents installs ${agent}`).toBe(true);
      const folder = repository(SQUARES);
      const run = ['run', 'node bench.js', '--files', 'numbers.js', '-k', '2', '-g', '1', '--yes', '--json'];
      const ran = await runScripted(
        folder,
        [...run, '--agent', `command:${LINES[agent]}`],
        { edit: FOUND },
        { agents: [agent] },
      );
      expect(json(ran).best).toMatchObject({ score: 0 });
      expect(ran.calls.length).toBeLessThanOrEqual(8);
      expect(ran.calls.every(({ usage }) => usage !== undefined && usage.input > 0)).toBe(true);
    });
});
