import type { Workspace } from './workspace.ts';

/** What agents are asked to be. An expert is the author of what is hard. */
export const ROLES = ['author', 'expert', 'judge', 'verifier', 'scanner', 'ideator', 'briefer', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who thinks.
 * Contract: never rejects for anything the agent did; only aborting rejects, after all it started has ended. Several may
 * run at once. Whatever was spent is told, also of what came to nothing.
 */
export interface Agent {
  /** As people write it: `claude`, `codex:MODEL`, `llm:anthropic/MODEL`; of a shell line only `command` or `acp`. */
  readonly name: string;
  /** `files`: edits the workspace itself. `text`: sees nothing but the prompt, and what it says is all there is. */
  readonly works: 'files' | 'text';
  /** It can search the web. */
  readonly searches?: true;
  run<A>(task: AgentTask<A>, signal: AbortSignal): Promise<AgentRun<A>>;
}

/** Candidates' output stands in `text` alone, fenced. */
export interface Prompt {
  /** The same for every call of a run in this role, so that an API can keep it at hand. */
  readonly system: string;
  readonly text: string;
}

export interface AgentTask<A> {
  readonly role: Role;
  /** The call's own name, of the work and the step in it: `gen1-2/author`. The same key is the same call. */
  readonly key: string;
  readonly prompt: Prompt;
  /** Where it works. One who answers in words needs none. */
  readonly workspace?: Workspace;
  readonly access: 'read' | 'edit';
  /** It may search the web, if it can. */
  readonly search?: true;
  readonly timeoutMs: number;
  /** What the final words mean. */
  readonly read: (text: string) => Reading<A>;
  /** A JSON schema of the answer, for those who can hold a model to it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** A session to go on from, in a copy. */
  readonly session?: string;
  /** What it may spend at most, for those who can be told. */
  readonly mostUsd?: number;
}

export type Reading<A> =
  | { readonly kind: 'read'; readonly answer: A }
  | { readonly kind: 'unreadable'; readonly why: string };

/** `failed` is the agent's fault; `broken` the machine's or the account's, and charged to nobody. */
export type AgentRun<A> =
  /** The turn ended. Whether anything came of it, the workspace tells. */
  | ({ readonly kind: 'answered'; readonly answer: A } & Told)
  | ({ readonly kind: 'unreadable'; readonly why: string } & Told)
  /** It refused, ran out of time or ended with an error. */
  | ({ readonly kind: 'failed'; readonly reason: string } & Told)
  | ({
      readonly kind: 'broken';
      readonly reason: string;
      readonly outage: Outage;
      /** When it may be tried again, as the other side has it. */
      readonly afterMs?: number;
      /** It has been tried again for long enough. */
      readonly final?: true;
    } & Told)
  /** Nothing was called: the budget has no room for it. */
  | { readonly kind: 'spent'; readonly reason: string };

/** `key`, `quota` and `missing` need a person; the others pass. */
export type Outage = 'key' | 'quota' | 'missing' | 'rate' | 'server' | 'network';

export const needsPerson = (outage: Outage): boolean => outage === 'key' || outage === 'quota' || outage === 'missing';

export interface Told {
  /** The final words. */
  readonly text: string;
  readonly spent: Spent;
  /** The answer was cut off at the longest length. */
  readonly truncated?: true;
  /** Its own name for the conversation, where another may go on from it. */
  readonly session?: string;
  /** It worked, and ended before it could say what that took, which it does as a rule. */
  readonly untold?: true;
  /** Where it keeps a record of its own. */
  readonly record?: string;
}

/** What is not known is absent, never 0. */
export interface Spent {
  /** As the other side has it. */
  readonly model?: string;
  readonly usage?: Usage;
  readonly usd?: number;
}

/** In tokens. */
export interface Usage {
  /** All of the input, with what was cached. */
  readonly input: number;
  /** Of the input: read from a cache. */
  readonly cached: number;
  /** Of the input: written to a cache. */
  readonly kept: number;
  readonly output: number;
}

export const NO_USAGE: Usage = { input: 0, cached: 0, kept: 0, output: 0 };

export const tokensOf = ({ input, output }: Usage): number => input + output;

export const sumUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  kept: a.kept + b.kept,
  output: a.output + b.output,
});

/** In USD per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly kept?: number;
}
