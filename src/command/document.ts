import { scoreOf } from '../domain/compare.ts';
import { type Budget, isOfExperiments } from '../domain/config.ts';
import type { Landed } from '../domain/event.ts';
import type { Status as ExperimentStatus } from '../domain/experiment.ts';
import { hypothesisOf } from '../domain/hypothesis.ts';
import { isOfGoals } from '../domain/ladder.ts';
import type { Checkpoint, Option } from '../domain/question.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import { limitsOf } from '../strategy/strategy.ts';
import { type Arms, armsOf } from './arms.ts';
import { type Authors, authorsOf } from './authors.ts';
import { isBred, sinceBest } from './breeding.ts';
import { type Better, climbOf } from './climb.ts';
import { type Cost, costOf } from './cost.ts';
import { committedFirst, isCurrent, type Standing, standingOf } from './exp/standing.ts';
import { rulesIn } from './flagged.ts';
import { type Front, frontOf } from './front.ts';
import { type CyclesStanding, cyclesStanding } from './goals/run/standing.ts';
import { measuredBy } from './judging.ts';
import { type Making, makingOf } from './making.ts';
import { type RoundsStanding, roundsStanding } from './optimize/standing.ts';
import type { Prospects } from './worth.ts';

/** What `status --json` says. */
export interface Status extends Prospects {
  readonly run: string;
  readonly strategy: string;
  readonly state: State;
  /** Of runs by generations. */
  readonly generation?: number;
  readonly baseline: { readonly id: string; readonly score: number | null };
  readonly best: { readonly id: string; readonly score: number | null; readonly delta: number | null };
  readonly proposals: { readonly made: number; readonly unchanged: number; readonly dropped: number };
  readonly candidates: {
    readonly total: number;
    readonly scored: number;
    readonly invalid: number;
    readonly broken: number;
    readonly cached: number;
  };
  /** Of strategies that go on without generations. */
  readonly arms?: Arms;
  /** Since the best was found: generations, or evaluations where there are none. No limit is null. */
  readonly stale: { readonly count: number; readonly limit: number | null };
  /** Of runs by generations; empty otherwise. */
  readonly history: readonly Generation[];
  /** Who has been best, in a run without generations: the seed first. */
  readonly improvements?: readonly Better[];
  readonly question?: { readonly id: string; readonly text: string; readonly options: readonly Option[] };
  /** With what ends the run where nothing was said. */
  readonly budget: Budget & { readonly evaluationsSpent: number; readonly minutesSpent: number };
  /** Of agents; absent before the first call. */
  readonly cost?: Cost;
  /** Of several authors that are chosen by what they bring. */
  readonly authors?: Authors;
  /** The last candidate that was taken over with `evolve apply`. */
  readonly applied?: Landed;
  readonly stop: { readonly cause: string; readonly reason: string } | null;
  readonly fitness: string;
  readonly goal?: string;
  readonly files: readonly string[];
  readonly direction: 'max' | 'min';
  /** Whether runs of one candidate have scored differently. */
  readonly noisy: boolean;
  /** The living of a grid or a front. */
  readonly front?: Front;
  /** Of runs of experiments. */
  readonly experiments?: Standing;
  /** Of those that rounds were driven of. */
  readonly rounds?: RoundsStanding;
  /** Of cycles over goals. */
  readonly cycles?: CyclesStanding;
}

/** `open`: of experiments; whoever wants goes on. */
export type State = 'open' | 'running' | 'interrupted' | 'paused' | 'stopped' | 'finished';

export interface Generation {
  readonly generation: number;
  readonly best: number | null;
  readonly avg: number | null;
  readonly delta: number | null;
}

/** Enough for every run by generations; longer histories show their end. */
const HISTORY = 1000;

export function statusOf(view: View, run: RunFacts, driven: boolean, now: number): Status {
  const counts = view.counts();
  const front = frontOf(view, run);
  const experiments = standingOf(view, run);
  const rounds = experiments === undefined ? undefined : roundsStanding(view, run);
  const cycles = isOfGoals(run.config) ? cyclesStanding(view, run) : undefined;
  const seed = view.entries(0)[0];
  const baseline = seed === undefined || !isCurrent(seed, run) ? null : scoreIn(seed);
  const best = view.best();
  const question = view.checkpoint();
  const state = stateOf(run, question, driven, rounds);
  // Whoever has applied the winner needs not be asked what becomes of it.
  const isTaken = run.applied !== undefined && run.applied.candidate === best?.proposal.id;
  const until = driven ? now : run.lastAt;
  const bred = isBred(run.config);
  const authors = authorsOf(view, run);
  const { evaluations, plateau } = bred || experiments !== undefined || cycles !== undefined ? {} : limitsOf(run);
  return {
    run: run.id,
    strategy: run.config.identity.strategy,
    state,
    ...(bred ? { generation: run.batch } : {}),
    baseline: { id: seed?.proposal.id ?? '', score: baseline },
    best: { id: best?.proposal.id ?? '', score: scoreIn(best), delta: difference(scoreIn(best), baseline) },
    proposals: { made: counts.proposed, unchanged: counts.unchanged, dropped: counts.failed },
    candidates: {
      total: counts.candidates,
      scored: counts.scored,
      invalid: counts.invalid,
      broken: counts.broken,
      cached: counts.cached,
    },
    ...armsOf(view),
    stale: bred
      ? { count: staleOf(view, run), limit: run.config.adjustable.stale }
      : { count: sinceBest(view, run), limit: plateau ?? null },
    history: bred ? historyOf(view) : [],
    ...(bred ? {} : { improvements: climbOf(view) }),
    ...(question === undefined || (state !== 'paused' && (state !== 'finished' || isTaken))
      ? {}
      : { question: { id: question.key, text: question.text, options: question.options } }),
    budget: {
      ...run.config.adjustable.budget,
      ...(evaluations === undefined ? {} : { evaluations }),
      evaluationsSpent: counts.charged,
      minutesSpent: Number(((run.spentMs + until - run.drivenAt) / 60_000).toFixed(3)),
    },
    ...(run.spending === undefined ? {} : { cost: costOf(run.spending) }),
    ...(authors === undefined ? {} : { authors }),
    ...(run.applied === undefined ? {} : { applied: run.applied }),
    stop: run.end === undefined ? null : { cause: run.end.cause, reason: run.end.reason },
    fitness: measuredBy(run.config),
    ...(run.config.adjustable.goal === '' ? {} : { goal: run.config.adjustable.goal }),
    files: run.config.identity.files,
    direction: run.config.fixed.direction,
    noisy: run.noisy === true,
    ...(front === undefined ? {} : { front }),
    ...(experiments === undefined ? {} : { experiments }),
    ...(rounds === undefined ? {} : { rounds }),
    ...(cycles === undefined ? {} : { cycles }),
  };
}

/** An open question with the commands that answer it, in a column. */
export function questionLines({ id, text, options }: NonNullable<Status['question']>): readonly string[] {
  const answers = options.map((option) => {
    const settings = option.name === 'adjust' ? ' --set k=6' : '';
    return { call: `  evolve answer ${id} ${option.name}${settings}`, text: option.text };
  });
  if (options.some(({ name }) => name === 'continue'))
    answers.splice(1, 0, { call: `  evolve answer ${id} continue --yes`, text: 'go on to the end without asking' });
  const width = Math.max(...answers.map(({ call }) => call.length));
  return [text, ...answers.map((answer) => `${answer.call.padEnd(width)}  ${answer.text}`)];
}

/** One line that says what became of the winner. */
export function appliedText({ candidate, how, where }: Landed): string {
  switch (how) {
    case 'merge':
      return `${candidate} merged as ${where.slice(0, 12)}`;
    case 'branch':
      return `${candidate} on branch ${where}`;
    case 'patch':
      return `${candidate} written to ${where}`;
    case 'files':
      return `${candidate} written to the files in ${where}`;
  }
}

/** `running` only while a driver holds the lease; what has neither end nor question and no driver was interrupted. */
function stateOf(
  run: RunFacts,
  question: Checkpoint | undefined,
  driven: boolean,
  rounds: RoundsStanding | undefined,
): State {
  // A driver that has asked waits for the person at its terminal.
  if (driven && question === undefined) return 'running';
  if (run.end !== undefined) return run.end.kind;
  if (isOfExperiments(run.config)) return rounds === undefined || rounds.phase === 'closed' ? 'open' : 'interrupted';
  return question === undefined ? 'interrupted' : 'paused';
}

/** Generations since the one that brought the best; one still at work does not count yet. */
function staleOf(view: View, run: RunFacts): number {
  const atWork = view.counts().open > 0 ? 1 : 0;
  return Math.max(0, run.batch - atWork - run.bestBatch);
}

function historyOf(view: View): readonly Generation[] {
  const batches = view.history(HISTORY);
  return batches.map(({ batch, best, average }, index) => ({
    generation: batch,
    best: best ?? null,
    avg: average ?? null,
    delta: index === 0 ? null : difference(best ?? null, batches[index - 1]?.best ?? null),
  }));
}

export interface Row extends Making {
  readonly rank: number;
  readonly id: string;
  readonly score: number | null;
  readonly delta: number | null;
  readonly parents: readonly string[];
  readonly status: 'alive' | 'eliminated' | 'invalid' | 'broken' | ExperimentStatus;
  readonly reason?: string;
  /** Where it lives now. */
  readonly homes?: readonly string[];
  /** What its change does that looks like an attempt at the measurement. */
  readonly flags?: readonly string[];
  /** Of an experiment. */
  readonly hypothesis?: string;
  readonly epoch?: number;
}

export function rowsOf(view: View, limit: number): readonly Row[] {
  const run = view.run();
  const baseline = scoreIn(view.entries(0)[0]);
  const ranked = run !== undefined && isOfExperiments(run.config) ? committedFirst(view, limit) : view.ranking(limit);
  return ranked.map((entry, index) => {
    const { evaluation, proposal } = entry;
    const reason = evaluation === undefined || evaluation.outcome === 'scored' ? {} : { reason: evaluation.reason };
    const flags = rulesIn(evaluation);
    return {
      rank: index + 1,
      id: proposal.id,
      score: scoreIn(entry),
      delta: isCurrent(entry, run) ? difference(scoreIn(entry), baseline) : null,
      parents: proposal.parents,
      ...makingOf(proposal),
      status: statusIn(entry),
      ...reason,
      ...(entry.alive ? { homes: homesOf(entry) } : {}),
      ...(flags.length === 0 ? {} : { flags }),
      ...ofExperiment(entry),
    };
  });
}

export const homesOf = ({ homes = [] }: Entry): readonly string[] => homes.map(({ name }) => name);

function ofExperiment(entry: Entry): Pick<Row, 'hypothesis' | 'epoch'> {
  const { proposal, evaluation, experiment } = entry;
  if (experiment === undefined) return {};
  const epoch = evaluation !== undefined && 'epoch' in evaluation ? { epoch: evaluation.epoch } : {};
  return { hypothesis: proposal.operator === 'seed' ? proposal.brief.objective : hypothesisOf(entry), ...epoch };
}

function statusIn(entry: Entry): Row['status'] {
  if (entry.experiment !== undefined) return entry.experiment.status;
  const outcome = entry.evaluation?.outcome;
  if (outcome === 'invalid' || outcome === 'broken') return outcome;
  return entry.alive || entry.placement === undefined ? 'alive' : 'eliminated';
}

export function scoreIn(entry: Entry | undefined): number | null {
  return entry?.evaluation === undefined ? null : scoreOf(entry.evaluation);
}

export function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}
