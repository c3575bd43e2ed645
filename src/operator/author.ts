import type { Agent } from '../domain/agent.ts';
import type { Merged, Operator } from '../domain/operator.ts';
import { inWords } from './author-in-words.ts';
import { inWorktree } from './author-in-worktree.ts';
import type { Writing } from './writing.ts';

export type AuthorSettings = Pick<Writing, 'lenses' | 'timeoutMs' | 'role' | 'prompts'>;

/** Lets an agent change the code: in a workspace of its own, or by what it says. Two parents that merge need no agent. */
export function author(agent: Agent, settings: AuthorSettings): Operator {
  return {
    async apply(job, draft, signal) {
      const [first, second] = job.proposal.parents;
      const merged = job.proposal.operator === 'cross' && second !== undefined ? await draft.merged() : undefined;
      // What is known already is tried again, and then it is the agent's turn.
      if (merged !== undefined && job.attempt === 0 && isChild(merged)) {
        merged.take();
        return { kind: 'changed', summary: `merged ${first} and ${second}`, drawn: true };
      }
      const writing = { agent, job, draft, signal, ...settings };
      return agent.works === 'files' ? inWorktree(writing) : inWords(writing, merged);
    },
  };
}

const isChild = ({ conflicts, unmerged, same }: Merged): boolean =>
  conflicts.length === 0 && unmerged.length === 0 && same === undefined;
