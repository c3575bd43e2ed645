import type { Answered, AnswerJob } from '../../domain/lane.ts';
import type { Question } from '../../domain/question.ts';
import { NO_TEST } from '../../evaluation/evaluation.ts';
import { discoverBy, validateBy } from '../../inquiry/inquiry.ts';
import { sourceOf } from '../draft.ts';
import { openReading } from '../reading.ts';
import { standsOn } from './bring.ts';
import { charterOf } from './charter.ts';
import { groundsOf } from './grounds.ts';
import type { GoalOptions } from './options.ts';

type Of<O extends Question['of']> = Extract<Question, { readonly of: O }>;

/** Has somebody look into a piece of work. */
export async function discover(
  options: GoalOptions,
  question: Of<'discover'>,
  { candidates, directives }: AnswerJob,
  signal: AbortSignal,
): Promise<Answered> {
  const [base] = candidates;
  if (base === undefined) throw new Error(`${question.key} names no base`);
  const { repository, council } = options;
  const { key, work, learnings, full, splitAt, earlier } = question;
  const { contract, local } = await groundsOf(options, base, work.about);
  return discoverBy(
    council,
    {
      key,
      work,
      charter: await charterOf(repository, base, contract),
      mutable: contract.mutable,
      immutable: contract.immutable,
      learnings,
      full,
      splitAt,
      earlier,
      code: sourceOf(repository, { commit: base.commit, files: local.plan.files }),
      place: () => openReading(local, key, base),
      ...(directives === undefined ? {} : { directives }),
    },
    signal,
  );
}

/** Has somebody look at work that has passed the gate. */
export async function validate(
  options: GoalOptions,
  question: Of<'validate'>,
  { candidates, directives, measured }: AnswerJob,
  signal: AbortSignal,
): Promise<Answered> {
  const [candidate, base] = candidates;
  if (candidate === undefined || base === undefined) throw new Error(`${question.key} names no candidate`);
  const { repository, council } = options;
  const { key, work, plan, testFirst } = question;
  const { contract, local } = await groundsOf(options, base, work.about);
  const from = await standsOn(options, candidate);
  const stages = measured?.evaluation.stages ?? [];
  const untested = stages.some((one) => one.verdict === 'pass' && one.note === NO_TEST);
  return validateBy(
    council,
    {
      key,
      work,
      plan,
      charter: await charterOf(repository, base, contract),
      patch: (await repository.diff(from.tree, candidate.tree)).toString('utf8'),
      refused: measured?.refused ?? [],
      ...(measured === undefined ? {} : { evaluation: measured.evaluation }),
      untested: testFirst && untested,
      place: () => openReading(local, key, candidate),
      ...(directives === undefined ? {} : { directives }),
    },
    signal,
  );
}
