import type { Direction } from '../domain/compare.ts';
import type { Gate, Warm } from '../domain/config.ts';
import type { Channel, Evaluation, StageResult } from '../domain/evaluation.ts';
import { mayImprove } from '../domain/improvement.ts';
import type { EvaluateJob } from '../domain/lane.ts';
import type { Slots } from '../workspace/workspace.ts';
import { buildStage } from './1-protect.ts';
import { gatesStage } from './2-gates.ts';
import { benchmarkStage, type Sample } from './3-benchmark.ts';
import { type JudgePlan, judgeStage } from './4-judge.ts';
import { type AuditPlan, audited } from './5-audit.ts';
import { type Hurdle, metricOf, rungStage } from './cascade.ts';
import { combined, offScale } from './combined.ts';
import type { CommandPlan, Site } from './command.ts';
import type { DriftWatch } from './drift.ts';
import { ended } from './ended.ts';
import { gatesAlone, unmeasured } from './gates-alone.ts';
import { withLevel } from './level.ts';
import { type TargetPlan, targetStage } from './target-stage.ts';

export { prepareSite } from './1-protect.ts';
export type { Sample } from './3-benchmark.ts';
export { type Judge, type JudgePlan, verdictOf } from './4-judge.ts';
export { type AuditPlan, type ChangedFile, filesNamed, flagsOf } from './5-audit.ts';
export { hurdlesOf } from './cascade.ts';
export { runInClearing } from './clearing.ts';
export { BENCHMARK, meanOf, RAW, type Verdict } from './combined.ts';
export type { CommandPlan, Occasion, Site } from './command.ts';
export { openDesk } from './desk.ts';
export { driftWatch } from './drift.ts';
export type { Exhibit, Shown } from './exhibit.ts';
export { gateLogName } from './gate-log.ts';
export { type CyclePlan, gateCycle, measureBase } from './goals/gate.ts';
export { checksIn } from './goals/in-folder.ts';
export { measureGoals } from './goals/measure.ts';
export { readSnapshot } from './goals/snapshot-file.ts';
export { NO_TEST } from './goals/test-first.ts';
export { type HeldOutSite, measureHeldOut } from './holdout.ts';
export { type Changed, mechanical } from './mechanical.ts';
export type { TargetPlan } from './target-stage.ts';
export { EFFICIENCY } from './verdict.ts';
export { WarmServer } from './warm.ts';

export interface Plan extends CommandPlan {
  /** Empty where judges alone give the score. */
  readonly fitness: string;
  readonly build?: string;
  readonly gates: readonly Gate[];
  readonly repeat: number;
  readonly parse: 'auto' | 'last-number';
  readonly metric?: string;
  /** How the seed reported; unknown while the seed itself is measured. */
  readonly channel?: Channel;
  readonly slots: Slots;
  /** Absent where nobody judges. */
  readonly judge?: JudgePlan;
  readonly audit?: AuditPlan;
  /** Cheaper benchmarks that come first. */
  readonly hurdles?: readonly Hurdle[];
  /** The fitness command is a server. */
  readonly warm?: Warm;
  /** Which way the score is better. */
  readonly direction?: Direction;
  /** Runs before every run of the fitness command. */
  readonly beforeRun?: string;
  readonly prefix?: string;
  /** Used on noisy benchmarks alone. */
  readonly drift?: DriftWatch;
  /** All that may change, and has to stay recognizable. */
  readonly target?: TargetPlan;
}

/** A stage that did not pass, with the end of what it printed. */
export interface Failed {
  readonly result: Extract<StageResult, { verdict: 'fail' | 'broken' }>;
  readonly tail?: string;
  /** Of what broke: as of an evaluation. */
  readonly final?: true;
  readonly spent?: true;
}

export type Staged<T> =
  | { readonly ok: true; readonly value: T; readonly result: StageResult }
  | ({ readonly ok: false } & Failed);

/**
 * Is it good: the stages in order, cheapest first; the first that does not pass ends it.
 * Contract: rejects only when aborted; what a candidate does is `invalid`, what the machine does is `broken`.
 */
export async function evaluate(site: Site, plan: Plan, job: EvaluateJob, signal: AbortSignal): Promise<Evaluation> {
  const evaluation = await audited(plan.audit, job, await passed(site, plan, job, signal));
  const { epoch = 0 } = job;
  return withLevel(plan, evaluation.outcome === 'broken' ? evaluation : { ...evaluation, epoch });
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
    if (job.only === 'gates') {
      const failed = await gatesAlone(site, plan, job, stages, signal);
      return failed === undefined ? unmeasured(stages) : ended(site, stages, failed);
    }

    const stopped = await gatesStage(site, plan, job, 'pre', stages, signal);
    if (stopped !== undefined) return ended(site, stages, stopped);
    const rungs: Record<string, number> = {};
    for (const hurdle of plan.hurdles ?? []) {
      const climbed = await rungStage(site, plan, job, hurdle, signal);
      stages.push(climbed.result);
      if (!climbed.ok) return ended(site, stages, climbed);
      rungs[metricOf(hurdle.name)] = climbed.value;
    }
    const measured: Sample[] = [];
    for (let round = 0; plan.fitness !== '' && round < plan.repeat; round++) {
      const ran = await benchmarkOf(site, plan, job, round + 1, signal);
      stages.push(ran.result);
      if (!ran.ok) return ended(site, stages, ran);
      measured.push(ran.value);
    }
    const spared = job.gates !== undefined && !mayPass(plan, job, measured);
    const refused = spared ? undefined : await gatesStage(site, plan, job, 'post', stages, signal);
    if (refused !== undefined) return withMeasured(ended(site, stages, refused), job, measured);
    // A call costs money: only who has passed everything else is judged.
    const samples: Sample[] = plan.judge === undefined ? measured : [];
    for (let round = 0; plan.judge !== undefined && round < plan.repeat; round++) {
      const judged = await judgeStage(plan.judge, job, round + 1, signal);
      stages.push(judged.result);
      if (!judged.ok) return ended(site, stages, judged);
      samples.push(combined(measured[round], judged.value, plan.judge));
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
  if (!built.ok) return built;
  const measured = plan.fitness === '' ? undefined : await benchmarkStage(site, plan, job, signal);
  if (measured !== undefined && (!measured.ok || plan.judge === undefined)) return measured;
  if (plan.judge === undefined) throw new Error('there is nothing to measure by');
  const judged = await judgeStage(plan.judge, job, undefined, signal);
  if (!judged.ok) return judged;
  return { ok: true, value: combined(measured?.value, judged.value, plan.judge), result: judged.result };
}

/** The seed shows whether the benchmark's numbers can stand beside the judges'; a candidate's are cut to where they can. */
async function benchmarkOf(
  site: Site,
  plan: Plan,
  job: EvaluateJob,
  nth: number,
  signal: AbortSignal,
): Promise<Staged<Sample>> {
  const ran = await benchmarkStage(site, plan, job, signal, { nth });
  if (!ran.ok || plan.judge === undefined || plan.channel !== undefined) return ran;
  const reason = offScale(ran.value.score, plan.judge);
  return reason === undefined ? ran : { ok: false, result: { ...ran.result, verdict: 'fail', reason } };
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

/** Whether gates after the benchmark have anything to say: judges have not spoken yet, so nothing is known before. */
function mayPass({ direction, judge }: Plan, job: EvaluateJob, measured: readonly Sample[]): boolean {
  if (direction === undefined || judge !== undefined) return true;
  const samples = measured.map(({ score }) => score);
  return mayImprove(samples, job.parent, { direction, noisy: job.noisy === true });
}

/** With the numbers that it had before a gate said no. */
function withMeasured(evaluation: Evaluation, job: EvaluateJob, measured: readonly Sample[]): Evaluation {
  const [first] = measured;
  if (evaluation.outcome !== 'invalid' || job.gates === undefined || first === undefined) return evaluation;
  const { metrics, tasks } = first;
  const samples = measured.map(({ score }) => score);
  return { ...evaluation, measured: { samples, metrics, ...(tasks === undefined ? {} : { tasks }) } };
}

const withMetrics = (evaluation: Evaluation, more: Readonly<Record<string, number>>): Evaluation =>
  evaluation.outcome === 'scored' && Object.keys(more).length > 0
    ? { ...evaluation, metrics: { ...evaluation.metrics, ...more } }
    : evaluation;
