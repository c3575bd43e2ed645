import { median } from '../../domain/compare.ts';
import type { Conclusion } from '../../domain/conclusion.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Attempt, GateResult } from '../../domain/experiment.ts';
import { gatesFor, type Inherited } from '../../domain/inheritance.ts';
import type { Entry, View } from '../../domain/view.ts';
import { gateLogName } from '../../evaluation/evaluation.ts';

/** What an attempt came to, as agents that know evo read it in `outcome.json`. */
export interface Outcome {
  readonly experiment_id: string;
  readonly attempt: number;
  readonly outcome: 'committed' | 'evaluated' | 'failed';
  readonly hypothesis: string;
  readonly parent_id: string | null;
  readonly parent_score: number | null;
  readonly metric: 'max' | 'min';
  readonly score: number | null;
  readonly epoch: number;
  readonly started_at: string;
  readonly finished_at: string;
  readonly benchmark: BenchmarkOutcome | null;
  readonly gates: readonly GateOutcome[];
  /** Why it isn't committed. */
  readonly error: string | null;
  readonly cause: string | null;
  readonly commit: string | null;
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
}

export interface BenchmarkOutcome {
  readonly command: string;
  readonly returncode: number | null;
  readonly result: object | null;
}

export interface GateOutcome {
  readonly name: string;
  readonly from: string;
  readonly command: string;
  readonly phase: 'pre' | 'post';
  readonly passed: boolean;
  readonly returncode: number | null;
  readonly error?: string;
  readonly log: string;
}

export function outcomeOf(view: View, entry: Entry, attempt: Attempt, end: Conclusion, now: number): Outcome {
  const { proposal, evaluation } = entry;
  const run = view.run();
  return {
    experiment_id: proposal.id,
    attempt: attempt.attempt,
    outcome: end.outcome,
    hypothesis: proposal.brief.objective,
    parent_id: proposal.operator === 'seed' ? null : proposal.parents[0],
    parent_score: end.against?.score ?? null,
    metric: run?.config.fixed.direction ?? 'max',
    score: end.score,
    epoch: attempt.epoch,
    started_at: new Date(attempt.startedAt).toISOString(),
    finished_at: new Date(now).toISOString(),
    benchmark: benchmarkOutcome(run?.config.identity.fitness ?? '', evaluation),
    gates: gateOutcomes(gatesFor(view, proposal.id), end.gates),
    error: end.reason ?? null,
    cause: end.cause ?? null,
    commit: end.outcome === 'committed' ? attempt.commit : null,
    left_out: attempt.refused,
  };
}

/** null where it was not run. */
export function benchmarkOutcome(command: string, evaluation: Evaluation | undefined): BenchmarkOutcome | null {
  const stage = evaluation?.stages.findLast((one) => one.stage === 'benchmark');
  if (evaluation === undefined || stage === undefined) return null;
  const returncode = stage.verdict === 'pass' ? 0 : codeIn(stage.reason);
  return { command, returncode, result: resultOf(evaluation) };
}

function resultOf(evaluation: Evaluation): object | null {
  const measured = evaluation.outcome === 'scored' ? evaluation : 'measured' in evaluation ? evaluation.measured : null;
  if (measured === null || measured === undefined || measured.samples.length === 0) return null;
  const { samples, tasks, metrics } = measured;
  return { score: median(samples), samples, ...(tasks === undefined ? {} : { tasks }), metrics };
}

export function gateOutcomes(gates: readonly Inherited[], results: readonly GateResult[]): readonly GateOutcome[] {
  return results.map(({ name, from, phase, passed, reason }) => ({
    name,
    from,
    command: gates.find((one) => one.gate.name === name)?.gate.command ?? '',
    phase,
    passed: passed === true,
    returncode: passed === true ? 0 : passed === null ? null : codeIn(reason ?? ''),
    ...(passed === null ? { error: reason ?? 'not run' } : passed ? {} : { error: reason ?? 'failed' }),
    log: gateLog(name),
  }));
}

/** A gate's log: its name may have what file names may not. */
export const gateLog = (name: string): string => `${gateLogName(name)}.log`;

function codeIn(reason: string): number | null {
  const found = /exited with code (\d+)/.exec(reason)?.[1];
  return found === undefined ? null : Number(found);
}

export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
