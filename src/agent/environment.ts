import { dirname } from 'node:path';
import type { AgentTask } from '../domain/agent.ts';
import type { Workspace } from '../domain/workspace.ts';

/** Ours, or about a repository that is not the agent's. */
const WITHHELD = /^(GIT|EVOLVE|EVO|GALAPAGOS)_/;

/** The user's own environment, because an agent needs its keys and settings, and where its work is. */
export function environment(
  caller: Readonly<Record<string, string | undefined>>,
  workspace: Workspace,
  { key, role }: Pick<AgentTask<never>, 'key' | 'role'>,
  promptFile: string,
): Record<string, string> {
  const kept = Object.entries(caller).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !WITHHELD.test(pair[0]),
  );
  return {
    ...Object.fromEntries(kept),
    // Git must not find the user's repository when the agent's own is gone.
    GIT_CEILING_DIRECTORIES: dirname(workspace.root),
    EVOLVE_PROMPT_FILE: promptFile,
    EVOLVE_WORKTREE: workspace.root,
    EVOLVE_CANDIDATE: key.split('/')[0] ?? key,
    // Whoever makes or judges changes may not change what they are measured by.
    EVOLVE_ROLE: role,
  };
}
