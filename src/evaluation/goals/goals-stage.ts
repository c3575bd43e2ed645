import type { Contract } from '../../domain/contract.ts';
import type { Evaluation, StageResult } from '../../domain/evaluation.ts';
import { type Goal, type GoalResult, type Snapshot, summaryOf } from '../../domain/goals.ts';
import type { EvaluateJob, Version } from '../../domain/lane.ts';
import { buildStage } from '../1-protect.ts';
import { type CommandRun, runCommand, type Site } from '../command.ts';
import { diskIsFull } from '../ended.ts';
import type { Failed } from '../evaluation.ts';
import { gateLogName } from '../gate-log.ts';
import { type CheckRun, sanitised } from './check.ts';
import type { CyclePlan } from './gate.ts';
import { measureGoals } from './measure.ts';
import { readSnapshot, writeSnapshot } from './snapshot-file.ts';

const STAGE = 'goals';

/** What goals are measured for. */
export interface Measuring {
  readonly contract: Contract;
  /** Of work: what its change lies on. */
  readonly under?: Version;
}

/**
 * Every goal of the contract on what the checkout holds. A goal that passed on the base and fails here is run once more before it
 * counts as lost: what fails by chance is not charged to the candidate. Neither is what fails on the base by now: that is the machine's.
 */
export async function goalsStage(
  site: Site,
  plan: CyclePlan,
  job: EvaluateJob,
  { contract: { goals }, under }: Measuring,
  stages: StageResult[],
  signal: AbortSignal,
): Promise<Evaluation | Failed> {
  if (goals === undefined) return scored([], [], stages, undefined);
  const from = performance.now();
  const { commit: sha, tree } = job.candidate;
  // One at a time: commands share the checkout.
  const measure = (some: readonly Goal[], log = 'goal') =>
    measureGoals({ goals: some, run: checksAt(site, plan, job, log), width: 1, now: plan.now, sha }, signal);
  const failed = (reason: string): Failed => {
    const result = { stage: STAGE, verdict: 'broken', ms: performance.now() - from, reason } as const;
    stages.push(result);
    return { result };
  };
  const first = await measure(goals.goals);
  if (first.kind !== 'measured') return failed(first.reason);
  const passedBefore = passedOn(plan, job);
  const doubted = goals.goals.filter((goal) => passedBefore.has(goal.id) && !passes(first.snapshot, goal));
  const second = await measure(doubted);
  if (second.kind !== 'measured') return failed(second.reason);
  const lost = doubted.filter((goal) => !passes(second.snapshot, goal));
  if (lost.length > 0 && under !== undefined && under.tree === job.turn?.base.tree) {
    const laid = await buildStage(site, plan, { ...job, candidate: under }, signal);
    const control = laid.ok ? await measure(lost, 'base-goal') : undefined;
    if (control?.kind !== 'measured') return failed(control?.reason ?? 'the base can’t be laid out');
    const [changed] = lost.filter((goal) => !passes(control.snapshot, goal));
    if (changed !== undefined) return failed(changedText(changed));
  }
  const again = new Map(second.snapshot.goals.map((one) => [one.goal, one]));
  const snapshot = { ...first.snapshot, goals: first.snapshot.goals.map((one) => again.get(one.goal) ?? one) };
  writeSnapshot(plan.snapshots, tree, snapshot);
  const mended = second.snapshot.goals.filter(({ result }) => result === 'pass').map(({ goal }) => goal);
  stages.push({
    ...{ stage: STAGE, verdict: 'pass', ms: performance.now() - from },
    note: [noteOf(snapshot), ...(mended.length === 0 ? [] : [`at the second try: ${mended.join(', ')}`])].join('; '),
  });
  return scored(goals.goals, snapshot.goals, stages, feedbackOf(snapshot, passedBefore));
}

const changedText = ({ id }: Goal): string =>
  `${id} passed on the base and fails there now, so something else than the code has changed. Look with evolve goals measure --goal ${id}; where it stays so, begin anew with evolve goals run --fresh`;

function checksAt(site: Site, plan: CyclePlan, job: EvaluateJob, log: string): CheckRun {
  const limited = { ...plan, timeoutMs: plan.checkSeconds * 1000 };
  return async (goal, signal) => {
    const line = { name: gateLogName(`${log}-${goal.id}`), shell: sanitised(goal.check), verbatim: true } as const;
    const command = await runCommand(site, limited, job, line, signal);
    const { ran, failure, broken } = command;
    if (broken !== undefined) return { kind: 'broken', reason: broken };
    if (failure !== undefined && diskIsFull(site.checkout.root)) return { kind: 'broken', reason: 'the disk is full' };
    return {
      kind: 'ended',
      passed: failure === undefined,
      ...(ran.ended.kind === 'timeout' ? { timedOut: true } : {}),
      ...{ ms: ran.ms, stdout: ran.stdout, stderr: ran.stderr, truncated: ran.truncated },
      ...whyOf(command),
    };
  };
}

/** An exit code says no more than that it did not pass. */
const whyOf = ({ failure }: CommandRun): { readonly why?: string } =>
  failure === undefined || failure.startsWith('exited with code') ? {} : { why: failure };

/** Goals that passed on the base; of a base none. */
function passedOn({ snapshots }: CyclePlan, { candidate, turn }: EvaluateJob): ReadonlySet<string> {
  if (turn === undefined || turn.turn.kind === 'base' || turn.base.tree === candidate.tree) return new Set();
  const before = readSnapshot(snapshots, turn.base.tree)?.goals ?? [];
  return new Set(before.filter(({ result }) => result === 'pass').map(({ goal }) => goal));
}

const passes = ({ goals }: Snapshot, { id }: Goal): boolean =>
  goals.some(({ goal, result }) => goal === id && result === 'pass');

function noteOf({ goals }: Snapshot): string {
  const { passing, total, score } = summaryOf(goals);
  return `${passing} of ${total} pass, score ${score}`;
}

/** More say nothing new to whoever has to mend it. */
const TOLD = 8;

/** What fails, for whoever works on it next: what was lost first, then by weight. */
function feedbackOf({ goals }: Snapshot, passedBefore: ReadonlySet<string>): string | undefined {
  const failing = goals
    .filter(({ result }) => result !== 'pass')
    .toSorted((a, b) => Number(passedBefore.has(b.goal)) - Number(passedBefore.has(a.goal)) || b.weight - a.weight);
  if (failing.length === 0) return undefined;
  const lines = failing.slice(0, TOLD).map((one) => {
    const state = passedBefore.has(one.goal) ? 'passed before and fails now' : 'fails';
    return `Goal ${one.goal} ${state}${one.timedOut ? ' (does not finish)' : ''}: ${one.output || 'it printed nothing'}`;
  });
  const more = failing.length - lines.length;
  return [...lines, ...(more > 0 ? [`${more} more fail.`] : [])].join('\n');
}

function scored(
  goals: readonly Goal[],
  results: readonly GoalResult[],
  stages: readonly StageResult[],
  feedback: string | undefined,
): Evaluation {
  const metrics = results.flatMap(({ goal, value }) => {
    const metric = goals.find(({ id }) => id === goal)?.continuous?.metric;
    return metric === undefined || value === undefined ? [] : [[metric, value] as const];
  });
  const tasks = results.map(({ goal, result }) => [goal, result === 'pass' ? 1 : 0] as const);
  return {
    outcome: 'scored',
    epoch: 0,
    samples: [summaryOf(results).score],
    comparisons: [],
    metrics: Object.fromEntries(metrics),
    ...(tasks.length === 0 ? {} : { tasks: Object.fromEntries(tasks) }),
    ...(feedback === undefined ? {} : { feedback }),
    channel: 'number',
    stages,
  };
}
