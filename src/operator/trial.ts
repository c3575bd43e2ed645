import type { ApplyJob, Trial } from '../domain/lane.ts';
import type { Brief } from '../domain/proposal.ts';
import { formatScore, plural } from '../lib/format.ts';
import { bullets, fenced, head, printed } from '../lib/quotation.ts';
import { page } from './page.ts';

const OBJECTIVE_BYTES = 4 * 1024;
/** Of all boundaries, and of all pointers. */
const LIST_BYTES = 2 * 1024;
const STATE_BYTES = 2 * 1024;
const REASON_BYTES = 1024;
const TAIL_BYTES = 1536;
const FINDINGS_BYTES = 6 * 1024;
const FINDING_BYTES = 800;
const MOST_FINDINGS = 12;
const MOST_EARLIER = 8;

export interface Revision {
  readonly findings: readonly string[];
  /** How often it may still be looked at. */
  readonly left: number;
}

/** The brief of an experiment, word for word. */
export const briefOf = ({ objective, boundaries, pointers }: Brief): string =>
  page('commission', {
    objective: head(objective.trim() || 'A better score', OBJECTIVE_BYTES),
    boundaries: head(items(boundaries), LIST_BYTES),
    pointers: head(items(pointers), LIST_BYTES),
  });

/** How far a lane has come; what others wrote is fenced. */
export function standingOf({ lane }: ApplyJob['dossier'], { attempt }: Trial): string {
  if (lane === undefined) return `Attempt ${attempt} at this experiment.`;
  const { round, left, state, earlier } = lane;
  const tried = earlier
    .slice(-MOST_EARLIER)
    .map(
      ({ id, summary, score, reason }) =>
        `${id}, ${score === null ? 'no score' : `score ${formatScore(score)}`}: ${[summary, reason ?? ''].filter((part) => part !== '').join('; ')}`,
    );
  return page('standing', {
    round: String(round),
    attempt: attempt > 1 ? `, attempt ${attempt} at this experiment` : '',
    left: left === 1 ? 'this is the last' : `${left}, with this one`,
    state: state.trim() === '' ? '' : fenced(printed(state, STATE_BYTES)),
    earlier: tried.length === 0 ? '' : fenced(printed(bullets(tried, MOST_EARLIER, 300), STATE_BYTES)),
  });
}

/** Why the last attempt did not count. */
export const mendOf = ({ reason, tail = '' }: NonNullable<Trial['mend']>) => ({
  reason: fenced(printed(head(reason, REASON_BYTES), REASON_BYTES) || 'no reason was given'),
  tail: tail.trim() === '' ? '' : fenced(printed(tail, TAIL_BYTES)),
});

export const revisionOf = ({ findings, left }: Revision) => ({
  findings: fenced(printed(head(bullets(findings, MOST_FINDINGS, FINDING_BYTES), FINDINGS_BYTES), FINDINGS_BYTES)),
  looks: left === 1 ? 'once' : plural(left, 'time'),
});

/** Items may have several lines. */
const items = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => `- ${text.replace(/\r?\n/g, '\n  ')}`)
    .join('\n');
