import { type Agent, type AgentRun, type AgentTask, needsPerson } from '../domain/agent.ts';
import type { Judging } from '../domain/config.ts';
import type { EvaluateJob, Version } from '../domain/lane.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { Verdict } from './combined.ts';
import type { Failed, Staged } from './evaluation.ts';
import { type Exhibit, judgePrompt } from './exhibit.ts';
import { EFFICIENCY, readVerdict } from './verdict.ts';

/** An agent that scores code. */
export interface Judge {
  readonly agent: Agent;
  readonly weight: number;
}

export interface JudgePlan extends Judging {
  readonly judges: readonly Judge[];
  readonly timeoutMs: number;
  /** What is judged of a version. */
  exhibit(version: Version): Promise<Exhibit>;
  /** Where a judge that works on files sits: an empty folder, gone when it is disposed of. */
  desk(version: Version): Workspace & Disposable;
}

/** For whoever can hold a model to it. */
const SCHEMA = {
  type: 'object',
  properties: { [EFFICIENCY]: { type: 'integer', minimum: 1, maximum: 10 } },
  required: [EFFICIENCY],
  additionalProperties: false,
};

/**
 * Every judge scores the code once. An answer that can't be read is asked for once more.
 * Contract: rejects only when aborted, after all calls have ended. A judge is told of the code and the goal, never which candidate
 * it is or how others did. The same job and `nth` make the same calls.
 */
export async function judgeStage(
  plan: JudgePlan,
  job: EvaluateJob,
  nth: number | undefined,
  signal: AbortSignal,
): Promise<Staged<readonly Verdict[]>> {
  const from = performance.now();
  const exhibit = await plan.exhibit(job.candidate);
  signal.throwIfAborted();
  const key = keyOf(job, nth);
  const settled = await Promise.allSettled(
    plan.judges.map((judge, index) =>
      verdictOf(
        judge,
        plan,
        { exhibit, candidate: job.candidate, key: index === 0 ? key : `${key}-${index + 1}` },
        signal,
      ),
    ),
  );
  const ms = performance.now() - from;
  const heard = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const worst = FAULTS.map((kind) => heard.find((one) => one.kind === kind)).find((one) => one !== undefined);
  if (worst !== undefined && worst.kind !== 'scored') return { ok: false, ...failedBy(worst, ms) };
  const verdicts = heard.flatMap((one) => (one.kind === 'scored' ? [one.verdict] : []));
  const note = verdicts.map(({ judge, score }) => `${judge} ${score}`).join(', ');
  return { ok: true, value: verdicts, result: { stage: 'judge', verdict: 'pass', ms, note } };
}

/** `c3/judge/1`, or where it is measured again the name of that measurement in place of a number, or before it. */
export const keyOf = ({ candidate, round }: EvaluateJob, nth: number | undefined): string =>
  [candidate.id, 'judge', round, nth].filter((part) => part !== undefined).join('/');

export type Heard =
  | { readonly kind: 'scored'; readonly verdict: Verdict }
  | { readonly kind: 'silent'; readonly reason: string }
  | { readonly kind: 'broken'; readonly reason: string; readonly final: boolean }
  | { readonly kind: 'spent'; readonly reason: string };

/** What ends the run comes before what is charged to the candidate. */
const FAULTS = ['spent', 'broken', 'silent'] as const;

interface Asked {
  readonly exhibit: Exhibit;
  readonly candidate: Version;
  readonly key: string;
}

/** Asks one judge, and once more where it gave no verdict. */
export async function verdictOf(
  { agent, weight }: Judge,
  { timeoutMs, desk }: Pick<JudgePlan, 'timeoutMs' | 'desk'>,
  { exhibit, candidate, key }: Asked,
  signal: AbortSignal,
): Promise<Heard> {
  const first = await ask(key, '');
  if (first.kind === 'answered') return scored(first.answer);
  if (first.kind !== 'unreadable' && first.kind !== 'failed') return unheard(first);
  const second = await ask(`${key}/again`, first.kind === 'unreadable' ? `${first.why}.` : '');
  return second.kind === 'answered' ? scored(second.answer) : unheard(second);

  async function ask(call: string, again: string): Promise<AgentRun<number>> {
    using place = agent.works === 'files' ? desk(candidate) : undefined;
    const task: AgentTask<number> = {
      role: 'judge',
      key: call,
      prompt: judgePrompt(exhibit, again),
      access: 'read',
      timeoutMs,
      read: readVerdict,
      schema: SCHEMA,
      ...(place === undefined ? {} : { workspace: place }),
    };
    // The desk is there until the call has ended.
    return await agent.run(task, signal);
  }

  function scored(score: number): Heard {
    return { kind: 'scored', verdict: { judge: agent.name, weight, score } };
  }
}

function unheard(run: Exclude<AgentRun<number>, { readonly kind: 'answered' }>): Heard {
  switch (run.kind) {
    case 'unreadable':
      return { kind: 'silent', reason: `the judge's answer could not be read: ${run.why}` };
    case 'failed':
      return { kind: 'silent', reason: `the judge gave no verdict: ${run.reason}` };
    case 'broken':
      return { kind: 'broken', reason: run.reason, final: run.final === true || needsPerson(run.outage) };
    case 'spent':
      return run;
  }
}

function failedBy(heard: Exclude<Heard, { readonly kind: 'scored' }>, ms: number): Failed {
  const { reason } = heard;
  if (heard.kind === 'silent') return { result: { stage: 'judge', verdict: 'fail', ms, reason } };
  const result = { stage: 'judge', verdict: 'broken', ms, reason } as const;
  if (heard.kind === 'spent') return { result, spent: true };
  return heard.final ? { result, final: true } : { result };
}
