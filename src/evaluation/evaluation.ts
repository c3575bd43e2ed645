import { statfsSync } from 'node:fs';
import type { Gate, Warm } from '../domain/config.ts';
import type { Channel, Evaluation, StageResult } from '../domain/evaluation.ts';
import type { EvaluateJob } from '../domain/lane.ts';
import { remove, type Slots } from '../workspace/workspace.ts';
import { buildStage } from './1-protect.ts';
import { gateStage } from './2-gates.ts';
import { benchmarkStage, type Sample } from './3-benchmark.ts';
import { type AuditPlan, audited } from './5-audit.ts';
import { type Hurdle, metricOf, rungStage } from './cascade.ts';
import type { CommandPlan, Site } from './command.ts';
import type { DriftWatch } from './drift.ts';
import { withLevel } from './level.ts';
import { type TargetPlan, targetStage } from './target-stage.ts';

export { prepareSite } from './1-protect.ts';
export type { Sample } from './3-benchmark.ts';
export { type AuditPlan, type ChangedFile, filesNamed } from './5-audit.ts';
export { hurdlesOf } from './cascade.ts';
export type { Site } from './command.ts';
export { driftWatch } from './drift.ts';
export { type HeldOutSite, measureHeldOut } from './holdout.ts';
export type { TargetPlan } from './target-stage.ts';
export { WarmServer } from './warm.ts';

export interface Plan extends CommandPlan {
  readonly fitness: string;
  readonly build?: string;
  readonly gates: readonly Gate[];
  readonly repeat: number;
  readonly parse: 'auto' | 'last-number';
  readonly metric?: string;
  /** How the seed reported; unknown while the seed itself is measured. */
  readonly channel?: Channel;
  readonly slots: Slots;
  readonly audit?: AuditPlan;
  /** Cheaper benchmarks that come first. */
  readonly hurdles?: readonly Hurdle[];
  /** The fitness command is a server. */
  readonly warm?: Warm;
  /** Used on noisy benchmarks alone. */
  readonly drift?: DriftWatch;
  /** All that may change, and has to stay recognizable. */
  readonly target?: TargetPlan;
}

/** A stage that did not pass, with the end of what it printed. */
export interface Failed {
  readonly result: Extract<StageResult, { verdict: 'fail' | 'broken' }>;
  readonly tail?: string;
}

export type Staged<T> =
  | { readonly ok: true; readonly value: T; readonly result: StageResult }
  | ({ readonly ok: false } & Failed);

/**
 * Is it good: the stages in order, cheapest first; the first that does not pass ends it.
 * Contract: rejects only when aborted; what a candidate does is `invalid`, what the machine does is `broken`.
 */
export async function evaluate(site: Site, plan: Plan, job: EvaluateJob, signal: AbortSignal): Promise<Evaluation> {
  return withLevel(plan, await audited(plan.audit, job, await passed(site, plan, job, signal)));
}

async function passed(site: Site, plan: Plan, job: EvaluateJob, signal: AbortSignal): Promise<Evaluation> {
  const stages: StageResult[] = [];
  try {
    const aimed = plan.target && (await targetStage(plan.target, job));
    if (aimed !== undefined) stages.push(aimed.result);
    if (aimed?.ok === false) return ended(site, stages, aimed);
    const built = await buildStage(site, plan, job, signal);
    stages.push(built.result);
    if (!built.ok) return ended(site, stages, built);

    for (const gate of plan.gates.filter(({ phase }) => phase === 'pre')) {
      const passed = await gateStage(site, plan, job, gate, signal);
      stages.push(passed.result);
      if (!passed.ok) return ended(site, stages, passed);
    }
    const rungs: Record<string, number> = {};
    for (const hurdle of plan.hurdles ?? []) {
      const climbed = await rungStage(site, plan, job, hurdle, signal);
      stages.push(climbed.result);
      if (!climbed.ok) return ended(site, stages, climbed);
      rungs[metricOf(hurdle.name)] = climbed.value;
    }
    const samples: Sample[] = [];
    for (let round = 0; round < plan.repeat; round++) {
      const measured = await benchmarkStage(site, plan, job, signal);
      stages.push(measured.result);
      if (!measured.ok) return ended(site, stages, measured);
      samples.push(measured.value);
    }
    for (const gate of plan.gates.filter(({ phase }) => phase === 'post')) {
      const passed = await gateStage(site, plan, job, gate, signal);
      stages.push(passed.result);
      if (!passed.ok) return ended(site, stages, passed);
    }
    return withMetrics(scored(samples, stages), rungs);
  } catch (error) {
    signal.throwIfAborted();
    return { outcome: 'broken', reason: error instanceof Error ? error.message : String(error), stages };
  }
}

/** One measurement without the gates: for comparing versions that have passed them. */
export async function measure(site: Site, plan: Plan, job: EvaluateJob, signal: AbortSignal): Promise<Staged<Sample>> {
  const built = await buildStage(site, plan, job, signal);
  return built.ok ? benchmarkStage(site, plan, job, signal) : built;
}

function scored(samples: readonly Sample[], stages: readonly StageResult[]): Evaluation {
  const [first] = samples;
  if (first === undefined) throw new Error('a benchmark is measured at least once');
  const { metrics, tasks, taskDirections, feedback, channel } = first;
  return {
    outcome: 'scored',
    epoch: 0,
    samples: samples.map((sample) => sample.score),
    comparisons: [],
    metrics,
    ...(tasks === undefined ? {} : { tasks }),
    ...(taskDirections === undefined ? {} : { taskDirections }),
    ...(feedback === undefined ? {} : { feedback }),
    channel,
    stages,
  };
}

const withMetrics = (evaluation: Evaluation, more: Readonly<Record<string, number>>): Evaluation =>
  evaluation.outcome === 'scored' && Object.keys(more).length > 0
    ? { ...evaluation, metrics: { ...evaluation.metrics, ...more } }
    : evaluation;

function ended(site: Site, stages: readonly StageResult[], { result, tail }: Failed): Evaluation {
  if (result.verdict === 'broken') return { outcome: 'broken', reason: `${result.stage}: ${result.reason}`, stages };
  remove(site.temp);
  if (diskIsFull(site.checkout.root)) return { outcome: 'broken', reason: 'the disk is full', stages };
  const reason = `${result.stage} ${result.reason}`;
  return { outcome: 'invalid', epoch: 0, reason, ...(tail === undefined || tail === '' ? {} : { tail }), stages };
}

/** A command that filled the disk by itself has just been cleaned up after; what is full now is the machine's fault. */
function diskIsFull(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < 1024 * 1024;
}
