import type { Workspace } from './workspace.ts';

/** Who thinks. Contract: never rejects for anything the agent did; only aborting rejects, after all it started has ended. */
export interface Agent {
  readonly name: string;
  run(task: AgentTask, signal: AbortSignal): Promise<AgentRun>;
}

export interface AgentTask {
  readonly role: 'author';
  /** The candidate that is to come of it. */
  readonly candidate: string;
  readonly prompt: string;
  readonly workspace: Workspace;
  readonly timeoutMs: number;
}

/** `failed` is the agent's fault, `broken` the machine's or the account's: it is tried again and charged to nobody. */
export type AgentRun =
  /** The turn ended. Whether anything came of it, the workspace tells. */
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'broken'; readonly reason: string };
