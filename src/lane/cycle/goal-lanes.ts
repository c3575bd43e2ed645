import type { Evaluation } from '../../domain/evaluation.ts';
import type { Answered, AnswerJob, Applied, ApplyJob, Version } from '../../domain/lane.ts';
import { remove } from '../../workspace/workspace.ts';
import { failureOf, guarded, once } from '../guarded.ts';
import { openReading } from '../reading.ts';
import { rebase, wave } from './bring.ts';
import { gate } from './gate.ts';
import { groundsOf } from './grounds.ts';
import { discover, validate } from './look.ts';
import type { GoalLanes, GoalOptions } from './options.ts';
import { sitesOf } from './sites.ts';
import { work } from './work.ts';

/** Lanes for cycles over goals, on this machine. */
export function goalLanes(options: GoalOptions): GoalLanes {
  // A driver that was killed may have left its folders.
  const emptied = once(() => remove(options.folder));
  const sites = sitesOf(options, emptied);

  return {
    apply: (job, signal) => guarded(signal, () => apply(job, signal)),
    async evaluate(job, signal): Promise<Evaluation> {
      try {
        return await gate(options, sites, job, signal);
      } catch (error) {
        signal.throwIfAborted();
        return { outcome: 'broken', ...failureOf(error), stages: [] };
      }
    },
    answer: (job, signal) => guarded(signal, () => answer(job, signal)),
    reading,
    async [Symbol.asyncDispose]() {
      await sites[Symbol.asyncDispose]();
      remove(options.folder);
    },
  };

  async function apply(job: ApplyJob, signal: AbortSignal): Promise<Applied> {
    const { turn, id } = job.proposal;
    emptied();
    switch (turn?.kind) {
      case 'base':
        return base();
      case 'work':
      case 'member':
        return work(options, job, signal);
      case 'rebase':
        return rebase(options, job);
      case 'wave':
        return wave(options, job);
      case undefined:
        throw new Error(`${id} belongs to no cycle`);
    }
  }

  /** The branch as it is now. Nobody makes it, and it has its own commit. */
  async function base(): Promise<Applied> {
    const { commit, tree } = await options.tip();
    return { kind: 'changed', commit, tree, summary: `the branch at ${commit.slice(0, 12)}`, refused: [] };
  }

  async function answer(job: AnswerJob, signal: AbortSignal): Promise<Answered> {
    const { question } = job;
    emptied();
    switch (question.of) {
      case 'discover':
        return discover(options, question, job, signal);
      case 'validate':
        return validate(options, question, job, signal);
      default:
        throw new Error(`no lane of cycles answers ${question.of}`);
    }
  }

  async function reading(key: string, version: Version) {
    emptied();
    return openReading((await groundsOf(options, version)).local, key, version);
  }
}
