import { type Agent, type AgentRun, type AgentTask, needsPerson, type Role } from '../domain/agent.ts';
import type { ApplyJob } from '../domain/lane.ts';
import type { Lens } from '../domain/lens.ts';
import type { Change, Draft } from '../domain/operator.ts';

/** One author at work on one proposal. */
export interface Writing {
  readonly agent: Agent;
  readonly job: ApplyJob;
  readonly draft: Draft;
  readonly signal: AbortSignal;
  readonly lenses: readonly Lens[];
  readonly timeoutMs: number;
  /** An author unless it says otherwise. */
  readonly role?: Role;
  /** The folder of the user's own prompts. */
  readonly prompts?: string;
}

/** Calls the agent; what it says is taken as it is. */
export function call(
  { agent, timeoutMs, signal, role = 'author' }: Writing,
  task: Pick<AgentTask<string>, 'key' | 'prompt' | 'workspace' | 'session'>,
): Promise<AgentRun<string>> {
  const read = (text: string) => ({ kind: 'read', answer: text }) as const;
  return agent.run({ role, access: 'edit', timeoutMs, read, ...task }, signal);
}

/** An attempt after the first has its number in it. */
export function keyOf({ job: { proposal, trial, retry } }: Writing): string {
  const attempt = trial === undefined || trial.attempt === 1 ? '' : `/${trial.attempt}`;
  return `${proposal.id}${attempt}/author${retry === true ? '/retry' : ''}`;
}

/** What a turn that did not end comes to. */
export function unended(run: Exclude<AgentRun<string>, { readonly kind: 'answered' }>): Change {
  switch (run.kind) {
    case 'unreadable':
      return { kind: 'failed', reason: run.why };
    case 'broken': {
      const isFinal = run.final === true || needsPerson(run.outage);
      return { kind: 'broken', reason: run.reason, ...(isFinal ? { final: true } : {}) };
    }
    case 'failed':
    case 'spent':
      return { kind: run.kind, reason: run.reason };
  }
}

/** The first line of a text that is a conflict marker with the name of a parent. */
export function conflictIn(text: string, parents: readonly string[]): string | undefined {
  const marks = parents.flatMap((name) => [`<<<<<<< ${name}`, `>>>>>>> ${name}`]);
  return text.split(/\r?\n/).find((line) => marks.includes(line));
}

const MOST_SUMMARY = 100;

/** A change with the last line that was said, if it can serve as a summary. */
export function changed(words: string): Change {
  const last = words
    .split('\n')
    .map((line) => unmarked(plain(line)))
    .findLast((line) => line !== '');
  return last === undefined || last.length >= MOST_SUMMARY ? { kind: 'changed' } : { kind: 'changed', summary: last };
}

/** Without a label and what makes it bold: models often answer so. */
const unmarked = (line: string): string =>
  line
    .replace(/^(\*\*|__|`)(.*)\1$/, '$2')
    .replace(/^[*_]*(?:changes|summary)(?::[*_]*|[*_]+:)\s*/i, '')
    .trim();

function plain(line: string): string {
  return (
    line
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours and whatever else steers a terminal
      .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
      .trim()
  );
}
