import type { Contract } from '../../domain/contract.ts';
import type { Evaluation, StageResult } from '../../domain/evaluation.ts';
import type { EvaluateJob, Version } from '../../domain/lane.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { buildStage } from '../1-protect.ts';
import type { CommandPlan, Site } from '../command.ts';
import { ended } from '../ended.ts';
import type { Failed } from '../evaluation.ts';
import { withLevel } from '../level.ts';
import { bundleOf, bundleStage } from './bundle.ts';
import { goalsStage } from './goals-stage.ts';
import { testFirstStage } from './test-first.ts';

/** What is the same for everything that is measured of cycles. Its time-out is a validation command's. */
export interface CyclePlan extends CommandPlan {
  /** Of one check. */
  readonly checkSeconds: number;
  /** The folder of the candidates' snapshots. */
  readonly snapshots: string;
  readonly repository: Pick<Repository, 'changes' | 'blob' | 'commit'>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What a candidate is held to. */
export interface Held {
  /** Of the base, whatever the candidate makes of it. */
  readonly contract: Contract;
  /** What its change lies on: the base, or where the branch has gone meanwhile. The checkout is built on it. */
  readonly under: Version;
  /** Of several changes in one: each by itself, for a test belongs to its own change. */
  readonly parts?: readonly Version[];
}

/**
 * Every goal on the tip of the branch that cycles land on.
 * Contract: as of an evaluation. `tasks` has 1 for each goal that passes and 0 for the others; without goals the score is 0.
 */
export function measureBase(
  site: Site,
  plan: CyclePlan,
  job: EvaluateJob,
  contract: Contract,
  signal: AbortSignal,
): Promise<Evaluation> {
  return staged(site, plan, job, signal, async (stages) => {
    const sealed = await buildStage(site, plan, job, signal);
    stages.push(sealed.result);
    return sealed.ok ? goalsStage(site, plan, job, { contract }, stages, signal) : sealed;
  });
}

/**
 * The gate of a cycle: the validation commands one after the other, the first that does not pass ends it; whether the new tests fail
 * without the change; every goal by the base's checks. What was lost is for the archive to say.
 */
export function gateCycle(
  site: Site,
  plan: CyclePlan,
  job: EvaluateJob,
  held: Held,
  signal: AbortSignal,
): Promise<Evaluation> {
  return staged(site, plan, job, signal, async (stages) => {
    const sealed = await buildStage(site, plan, job, signal);
    stages.push(sealed.result);
    if (!sealed.ok) return sealed;
    const bundle = bundleOf(held.contract);
    for (const [index, command] of bundle.entries()) {
      const passed = await bundleStage(site, plan, job, { command, log: `validation-${index + 1}` }, signal);
      stages.push(passed.result);
      if (!passed.ok) return passed;
    }
    for (const change of held.parts ?? [job.candidate]) {
      const tested = await testFirstStage(site, plan, job, { bundle, under: held.under, change }, signal);
      if (tested !== undefined) stages.push(tested.result);
      if (tested?.ok === false) return tested;
    }
    return goalsStage(site, plan, job, held, stages, signal);
  });
}

async function staged(
  site: Site,
  plan: CyclePlan,
  job: EvaluateJob,
  signal: AbortSignal,
  work: (stages: StageResult[]) => Promise<Evaluation | Failed>,
): Promise<Evaluation> {
  const stages: StageResult[] = [];
  const { epoch = 0 } = job;
  try {
    const came = await work(stages);
    const evaluation = 'outcome' in came ? came : ended(site, stages, came);
    return await withLevel(plan, evaluation.outcome === 'broken' ? evaluation : { ...evaluation, epoch });
  } catch (error) {
    signal.throwIfAborted();
    return { outcome: 'broken', reason: error instanceof Error ? error.message : String(error), stages };
  }
}
