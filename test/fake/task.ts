import type { AgentTask } from '../../src/domain/agent.ts';
import type { Workspace } from '../../src/domain/workspace.ts';

/** A folder to work in that keeps nothing. */
export function workspaceIn(root: string, notes: string, cwd: string = root): Workspace {
  const never = () => Promise.reject(new Error('not asked for'));
  return { root, cwd, notes, conflicts: [], unmerged: [], mounts: [], save: never, load: never, renew: never };
}

/** An author's task, whose answer is what was said. */
export function taskIn<W extends Workspace>(workspace: W, given: Partial<AgentTask<string>> = {}) {
  return {
    role: 'author' as const,
    key: 'gen1-1/author',
    prompt: { system: '', text: 'Do it.\n' },
    access: 'edit' as const,
    timeoutMs: 20_000,
    read: (text: string) => ({ kind: 'read' as const, answer: text }),
    ...given,
    workspace,
  };
}
