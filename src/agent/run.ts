import type { AgentRun, AgentTask, Outage, Prompt, Told } from '../domain/agent.ts';

/** A turn that ended, with what its final words mean. */
export function readRun<A>(task: AgentTask<A>, told: Told): AgentRun<A> {
  const reading = task.read(told.text);
  return reading.kind === 'read'
    ? { kind: 'answered', answer: reading.answer, ...told }
    : { kind: 'unreadable', why: reading.why, ...told };
}

/** For those who take one text. */
export const wholePrompt = ({ system, text }: Prompt): string => (system === '' ? text : `${system}\n\n${text}`);

/** One that could not be made, with when it may be tried again where that is known. */
export function brokenRun<A>(told: Told, outage: Outage, reason: string, afterMs?: number): AgentRun<A> {
  return { kind: 'broken', outage, reason, ...(afterMs === undefined ? {} : { afterMs }), ...told };
}
