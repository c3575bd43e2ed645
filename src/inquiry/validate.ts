import type { Refused } from '../domain/candidate.ts';
import type { Charter } from '../domain/charter.ts';
import type { DiscoverAnswer, ValidateAnswer } from '../domain/cycle.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Answered, Directions } from '../domain/lane.ts';
import type { WorkItem } from '../domain/work-item.ts';
import type { Workspace } from '../domain/workspace.ts';
import { patchShown, refusedShown } from './change.ts';
import { answered, consult, type Zod } from './consult.ts';
import type { Council } from './council.ts';
import { line, shownOf } from './exhibit.ts';
import { followUpsOf, kept, keptFollowUps } from './follow-up.ts';
import { page } from './page.ts';
import { charterShown, planShown, workShown } from './work.ts';

/** Work that has passed the gate, and that nobody but its author has looked at. */
export interface Unvalidated {
  readonly key: string;
  readonly work: WorkItem;
  readonly plan: DiscoverAnswer;
  readonly charter: Charter;
  /** The whole change, against what it began from. */
  readonly patch: string;
  readonly refused: readonly Refused[];
  readonly evaluation?: Evaluation;
  /** A test was asked for, and none comes with it. */
  readonly untested: boolean;
  /** Its files in a folder, for those who work on files. */
  place(): Promise<Workspace & AsyncDisposable>;
  readonly directives?: Directions;
}

const GATE_BYTES = 10 * 1024;
const MOST_FINDINGS = 8;
const MOST_FOLLOW_UPS = 5;
const MOST_LEARNINGS = 5;

/** Whether work is done, by somebody else than its author. What can't be confirmed is not. */
export async function validateBy(council: Council, unvalidated: Unvalidated, signal: AbortSignal): Promise<Answered> {
  const { key, work, plan, charter, patch, refused, evaluation, untested, directives } = unvalidated;
  const agent = council.ask('verifier', key);
  await using place = agent.works === 'files' ? await unvalidated.place() : undefined;
  const text = page('validate-case', {
    work: workShown(work),
    plan: planShown(plan),
    charter: charterShown(charter),
    patch: patchShown(patch),
    refused: refusedShown(refused),
    gate: evaluation === undefined ? '' : shownOf('outcome', JSON.stringify(evaluation, null, 1), GATE_BYTES),
    untested: untested ? 'yes' : '',
    place: place === undefined ? '' : 'yes',
  });
  const call = { role: 'verifier', key, asked: 'validate', directives, text, workspace: place, schema } as const;
  const heard = await consult(council, agent, call, signal);
  if (heard.kind === 'broken') return heard;
  if (heard.kind === 'silent')
    return answered(failed([`whoever validates it could not confirm it: ${line(heard.reason)}`]));
  const { verdict, findings, followUps, learnings } = heard.answer;
  const why = line(heard.answer.untested);
  const found = [...kept(findings, MOST_FINDINGS), ...(untested && why === '' ? [UNTESTED] : [])];
  const learned = { followUps: keptFollowUps(followUps, MOST_FOLLOW_UPS), learnings: kept(learnings, MOST_LEARNINGS) };
  if (verdict === 'pass' && !(untested && why === ''))
    return answered({
      verdict,
      findings: found,
      ...(untested ? { untested: why } : {}),
      ...learned,
    } satisfies ValidateAnswer);
  return answered({
    ...failed(found.length > 0 ? found : ['whoever validates it said no and gave no reason']),
    ...learned,
  });
}

const UNTESTED = 'no test comes with the change, and nobody says why none can: add one that fails without the change';

const failed = (findings: readonly string[]): ValidateAnswer => ({
  verdict: 'fail',
  findings,
  followUps: [],
  learnings: [],
});

const schema = (z: Zod) =>
  z.object({
    verdict: z.enum(['pass', 'fail']),
    findings: z.array(z.string()).default([]),
    untested: z.string().default(''),
    followUps: followUpsOf(z).default([]),
    learnings: z.array(z.string()).default([]),
  });
