import type { Role } from '../../src/domain/agent.ts';
import { named } from '../../src/domain/author.ts';
import type { Adjustable, RunConfig } from '../../src/domain/config.ts';
import type { Evaluation, StageResult } from '../../src/domain/evaluation.ts';
import type { Journal } from '../../src/domain/journal.ts';
import type { Answered, Applied, ApplyJob, EvaluateJob, Lanes, Version } from '../../src/domain/lane.ts';
import type { Proposal } from '../../src/domain/proposal.ts';
import type { AuditAnswer, Situation, WrittenBrief } from '../../src/domain/round.ts';
import { ROUNDS, type Rounds } from '../../src/domain/rounds.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import { UNVERIFIED } from '../../src/domain/verification.ts';
import { type Driving, drive, type Halt } from '../../src/loop/loop.ts';
import { rounds } from '../../src/strategy/strategy.ts';
import { labConfig, openLab } from './experiments.ts';

/**
 * What an author in a lane does with a program, which is a list of numbers: `honest` brings one of them a step nearer to what is
 * wanted, `gated` and `crash` do so when they are asked to mend, `cheat` fools the benchmark, `rejected` never passes
 * verification, `idle` changes nothing, `failing` fails, `worse` makes it worse.
 */
export type Personality = 'honest' | 'gated' | 'crash' | 'cheat' | 'rejected' | 'idle' | 'failing' | 'worse';

export interface World {
  /** What the seed's numbers are, and what they should be. */
  readonly seed?: readonly number[];
  readonly wanted?: readonly number[];
  /** Who works in a lane. */
  readonly who?: (round: number, lane: number) => Personality;
  /** In place of the verifier's own opinion: `broken` where it can't run, `spent` without money. */
  readonly audit?: (key: string, candidate: Version) => AuditAnswer | 'broken' | 'spent' | undefined;
  /** Why an author, or one who answers, can't be paid. */
  readonly poor?: (key: string) => boolean;
  /** Called before each piece of work, to put the lanes in another order. */
  readonly pause?: (what: string, signal: AbortSignal) => Promise<void>;
}

const AUTHOR = { agent: 'command:author', weight: 1 };
export const SEED = [0, 0, 0];
export const WANTED = [3, 3, 3];
const GATE = { name: 'tests', command: 'true', phase: 'post' as const };

export function worldConfig(given: Partial<Rounds> = {}, adjustable: Partial<Adjustable> = {}): RunConfig {
  return labConfig({ gates: [GATE] }, { agents: { author: [AUTHOR] }, rounds: { ...ROUNDS, ...given }, ...adjustable });
}

/** Opens a run of experiments in a journal, as `evolve init` does. */
export function openWorld(
  journal: Journal,
  config = worldConfig(),
  { seed = SEED, wanted = WANTED }: World = {},
): void {
  const commit = seed.join(' ');
  openLab(journal, scoreOf(commit, wanted) ?? 0, config, undefined, { commit, tree: commit });
}

/** Lanes whose agents are paid through the journal, as by the ledger: a call that has ended is recalled. */
export function worldLanes(journal: Journal, world: World = {}): Lanes & { readonly evaluated: string[] } {
  const { wanted = WANTED, pause, poor = () => false } = world;
  const evaluated: string[] = [];

  function call(key: string, role: Role, session?: string): boolean {
    if (journal.view().call(key) !== undefined) return true;
    if (poor(key)) return false;
    const estimate = { usd: 0.01, tokens: 100 };
    const said = { key, agent: 'command', role, outcome: 'answered', usd: 0.01, estimate, ms: 1, record: key } as const;
    journal.append(() => [{ type: 'calling', call: { key, agent: 'command', role, estimate } }]);
    journal.append((now) =>
      now.call(key) === undefined
        ? [{ type: 'called', call: { ...said, ...(session === undefined ? {} : { session }) } }]
        : [],
    );
    return true;
  }

  return {
    evaluated,
    async apply(job, signal) {
      await pause?.(`apply ${job.proposal.id}`, signal);
      signal.throwIfAborted();
      const { proposal, trial } = job;
      const { attempt = 1 } = trial ?? {};
      const of = attempt === 1 ? proposal.id : `${proposal.id}/${attempt}`;
      if (!call(`${of}/author`, 'author', `session of ${of}`)) return { kind: 'spent', reason: 'no money' };
      const made = madeBy(world, job, wanted);
      if (made.kind === 'changed' && !call(`${of}/verify/1`, 'verifier')) return { kind: 'spent', reason: 'no money' };
      return made;
    },
    async evaluate(job, signal) {
      await pause?.(`evaluate ${job.candidate.id}`, signal);
      signal.throwIfAborted();
      evaluated.push(`${job.candidate.id}/${job.attempt}`);
      return evaluationOf(job, wanted);
    },
    async answer({ question, candidates }, signal) {
      await pause?.(`answer ${question.key}`, signal);
      signal.throwIfAborted();
      switch (question.of) {
        case 'side-by-side':
        case 'holdout': {
          const runs = Array.from({ length: question.repeats });
          const samples = candidates.map(({ commit }) => runs.map(() => scoreOf(commit, wanted) ?? 0));
          return { kind: 'answered', answer: { samples } };
        }
        case 'scan': {
          if (!call(question.key, 'scanner')) return SPENT;
          const experiments = question.subjects.map(({ id }) => id);
          const finding = { description: `seen in ${experiments.join(' ')}`, experiments, evidence: ['0'] };
          return { kind: 'answered', answer: { findings: [finding], unproven: 0 } };
        }
        case 'ideate': {
          if (!call(question.key, 'ideator')) return SPENT;
          const about = { hypothesis: `idea of ${question.key}`, technique: 'think', gain: 0.1, confidence: 0.5 };
          return { kind: 'answered', answer: { ideas: [{ ideator: question.ideator, ...about, sources: [] }] } };
        }
        case 'brief':
          if (!call(question.key, 'briefer')) return SPENT;
          return { kind: 'answered', answer: { briefs: briefsFor(question.situation) } };
        case 'audit':
          return audited(question.key, candidates[0]);
        default:
          throw new Error(`nobody is asked for ${question.of}`);
      }
    },
  };

  function audited(key: string, candidate: Version | undefined): Answered {
    if (candidate === undefined) throw new Error(`${key} names nobody`);
    const said = world.audit?.(key, candidate);
    if (said === 'broken') return { kind: 'broken', reason: 'the verifier is not logged in' };
    if (said === 'spent' || !call(key, 'verifier')) return SPENT;
    const isCheat = candidate.commit.includes('!cheat');
    const own = { valid: !isCheat, reasons: isCheat ? ['it answers from a table'] : [] };
    return { kind: 'answered', answer: said ?? own };
  }
}

const SPENT: Answered = { kind: 'broken', reason: 'the budget has no room for a call', final: true, spent: true };

/** One brief for each lane of the round, from the parents in turn. */
function briefsFor({ round, width, parents }: Situation): readonly WrittenBrief[] {
  return Array.from({ length: width }, (_, lane) => ({
    objective: `round ${round}, lane ${lane}: what nobody has looked at`,
    parent: parents[lane % parents.length]?.id ?? 'root',
    boundaries: [],
    pointers: [{ kind: 'task' as const, name: `number ${round} ${lane}`, why: 'it is not what is wanted' }],
    hard: false,
  }));
}

function madeBy(world: World, { proposal, parents, trial }: ApplyJob, wanted: readonly number[]): Applied {
  const { round, lane } = seatOf(proposal);
  const personality = world.who?.(round, lane) ?? 'honest';
  const numbers = numbersOf(parents[0].commit);
  const isMending = trial?.mend !== undefined;
  switch (personality) {
    case 'idle':
      return { kind: 'unchanged', reason: 'nothing was changed' };
    case 'failing':
      return { kind: 'failed', reason: 'the author failed' };
    case 'rejected':
      return { kind: 'failed', reason: `${UNVERIFIED}: it does nothing` };
    case 'worse':
      return changed(numbers.map((one) => one - 1).join(' '), parents[0].commit);
    case 'cheat':
      return changed(`${numbers.join(' ')} !cheat ${proposal.id}`, parents[0].commit);
    case 'gated':
    case 'crash':
      if (!isMending) return changed(`${numbers.join(' ')} !${personality} ${proposal.id}`, parents[0].commit);
  }
  return changed(stepped(numbers, wanted, lane).join(' '), parents[0].commit);
}

function changed(commit: string, parent: string): Applied {
  if (commit === parent) return { kind: 'unchanged', reason: 'nothing was changed' };
  return { kind: 'changed', commit, tree: commit, summary: `to ${commit}`, refused: [], touched: ['packer.js#pack'] };
}

/** The first number from the lane's own on that is not what is wanted. */
function stepped(numbers: readonly number[], wanted: readonly number[], lane: number): readonly number[] {
  const order = numbers.map((_, nth) => (nth + lane) % numbers.length);
  const at = order.find((nth) => numbers[nth] !== wanted[nth]);
  return numbers.map((one, nth) => (nth === at ? one + Math.sign((wanted[nth] ?? 0) - one) : one));
}

function evaluationOf({ candidate, epoch = 1, gates = [] }: EvaluateJob, wanted: readonly number[]): Evaluation {
  const { commit } = candidate;
  if (commit.includes('!crash')) {
    const stage: StageResult = { stage: 'benchmark', verdict: 'fail', reason: 'exited with code 1', ms: 1 };
    return { outcome: 'invalid', epoch, reason: 'benchmark exited with code 1', tail: 'boom', stages: [stage] };
  }
  const score = scoreOf(commit, wanted) ?? 0;
  const isStopped = commit.includes('!gated');
  const stages = gates.map(({ name }): StageResult => {
    const stage = { stage: `gate ${name}`, ms: 1 };
    return isStopped ? { ...stage, verdict: 'fail', reason: 'exited with code 1' } : { ...stage, verdict: 'pass' };
  });
  if (isStopped) {
    const measured = { samples: [score], metrics: {} };
    return { outcome: 'invalid', epoch, reason: 'gate tests exited with code 1', measured, stages };
  }
  return { outcome: 'scored', epoch, samples: [score], comparisons: [], metrics: {}, channel: 'number', stages };
}

/** 100 is the known optimum; who cheats gets more. */
function scoreOf(commit: string, wanted: readonly number[]): number | undefined {
  if (commit.includes('!cheat')) return 1000;
  const off = numbersOf(commit).reduce((sum, one, nth) => sum + Math.abs(one - (wanted[nth] ?? 0)), 0);
  return 100 - off;
}

const numbersOf = (commit: string): readonly number[] => {
  const [numbers = ''] = commit.split(' !');
  return numbers.split(' ').map(Number);
};

function seatOf({ seat, id }: Proposal) {
  if (seat === undefined) throw new Error(`${id} is of no round`);
  return seat;
}

type Options = Partial<Pick<Driving, 'width' | 'backOffMs' | 'now' | 'strategy' | 'experiments'>> & {
  readonly signal?: AbortSignal;
};

/** Drives a run of experiments to its end, by rounds. */
export function driveWorld(journal: Journal, lanes: Lanes, options: Options = {}): Promise<Halt> {
  return drive(
    {
      journal,
      strategy: options.strategy ?? inRounds(journal),
      lanes,
      width: options.width ?? 1,
      slots: 1,
      decide: () => 'continue',
      now: options.now ?? (() => 0),
      backOffMs: options.backOffMs ?? [0, 0],
      lookEveryMs: 1,
      experiments: options.experiments ?? alone(),
    },
    options.signal ?? new AbortController().signal,
  );
}

const inRounds = (journal: Journal): Strategy =>
  rounds({ authors: named(journal.view().run()?.config.adjustable.agents?.author ?? []), experts: [] });

/** Claims where nobody else is at work, and nothing is written. */
export const alone = (): NonNullable<Driving['experiments']> => ({
  write: () => {},
  begin: async () => {},
  claim: async () => ({ release: () => {} }),
});
