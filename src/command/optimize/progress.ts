import type { CandidateId } from '../../domain/candidate.ts';
import type { Status } from '../../domain/experiment.ts';
import {
  auditKey,
  briefKey,
  closingAt,
  currentRound,
  hintsKey,
  IDEATORS,
  ideateKey,
  type Opening,
  openingAt,
  type Plan,
  planAt,
  scanKey,
} from '../../domain/round.ts';
import { ROUNDS } from '../../domain/rounds.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';

/** What a round is doing. */
export type Phase = 'orient' | 'scan' | 'ideate' | 'brief' | 'lanes' | 'closed';

/** What a lane is doing with its newest experiment, or what has become of that. */
export type Doing = 'implementing' | 'mending' | 'measuring' | 'unverified' | Exclude<Status, 'pending' | 'active'>;

export interface LaneProgress {
  readonly lane: number;
  readonly objective: string;
  readonly parent: CandidateId;
  /** Tries that it has had, of how many. */
  readonly used: number;
  readonly budget: number;
  readonly newest?: { readonly id: CandidateId; readonly from: CandidateId; readonly doing: Doing };
}

/** How far the rounds of a run have come. */
export interface Progress {
  readonly round: number;
  readonly phase: Phase;
  readonly stall: number;
  readonly limit: number;
  /** Rounds at most. */
  readonly most?: number;
  /** Of scans and ideators, those that have not answered. */
  readonly open: readonly string[];
  readonly lanes: readonly LaneProgress[];
}

/** undefined before the first round. */
export function progressOf(view: View, { config }: Pick<RunFacts, 'config'>): Progress | undefined {
  const round = currentRound(view);
  const opening = openingAt(view, round);
  if (opening === undefined) return undefined;
  const closing = closingAt(view, round);
  const plan = planAt(view, round);
  const { stall: limit, rounds: most } = config.adjustable.rounds ?? ROUNDS;
  const open = unanswered(view, opening);
  const phase = closing !== undefined ? 'closed' : plan !== undefined ? 'lanes' : phaseOf(view, opening, open);
  return {
    round,
    phase,
    stall: closing?.stall ?? opening.stall,
    limit,
    ...(most === undefined ? {} : { most }),
    open: phase === 'scan' || phase === 'ideate' ? open.map(({ name }) => name) : [],
    lanes: plan === undefined ? [] : lanesOf(view, opening, plan),
  };
}

/** Whether a commit waits for its audit: it is no best and no parent until then. */
export function isUnverified(view: View, { proposal, experiment }: Entry): boolean {
  if (experiment?.status !== 'active') return false;
  const key = auditKey(proposal.id, experiment.attempt);
  return view.asked(key) && view.answer(key) === undefined;
}

interface Open {
  readonly of: 'scan' | 'ideate';
  readonly name: string;
}

function unanswered(view: View, { round, scans, ideate }: Opening): readonly Open[] {
  const scanning = scans
    .filter(({ name }) => view.answer(scanKey(round, name)) === undefined)
    .map(({ name }): Open => ({ of: 'scan', name }));
  if (ideate === undefined) return scanning;
  const ideating = IDEATORS.filter((one) => view.answer(ideateKey(round, one)) === undefined);
  return [...scanning, ...ideating.map((name): Open => ({ of: 'ideate', name }))];
}

function phaseOf(view: View, { round }: Opening, open: readonly Open[]): Phase {
  const isBegun =
    view.asked(hintsKey(round)) || view.asked(briefKey(round)) || open.some((one) => isAsked(view, round, one));
  if (open.some(({ of }) => of === 'scan')) return isBegun ? 'scan' : 'orient';
  return open.length > 0 ? 'ideate' : 'brief';
}

const isAsked = (view: View, round: number, { of, name }: Open): boolean =>
  of === 'scan' && view.asked(scanKey(round, name));

function lanesOf(view: View, { round, batch }: Opening, { briefs, budgets }: Plan): readonly LaneProgress[] {
  const entries = view.entries(batch).filter(({ proposal }) => proposal.seat?.round === round);
  return briefs.map(({ objective, parent }, lane) => {
    const mine = entries.filter(({ proposal }) => proposal.seat?.lane === lane);
    const last = mine.at(-1);
    const used = mine.reduce((sum, { experiment }) => sum + Math.max(1, experiment?.attempt ?? 0), 0);
    const newest =
      last === undefined
        ? {}
        : { newest: { id: last.proposal.id, from: last.proposal.parents[0], doing: doingOf(view, last) } };
    return { lane, objective, parent, used, budget: budgets[lane] ?? 0, ...newest };
  });
}

function doingOf(view: View, entry: Entry): Doing {
  const { status, again } = entry.experiment ?? { status: 'pending' as const };
  if (status === 'pending') return again === undefined ? 'implementing' : 'mending';
  if (status !== 'active') return status;
  return isUnverified(view, entry) ? 'unverified' : 'measuring';
}

/** Whether somebody, or something, is at work on it. */
export const isAtWork = ({ newest }: LaneProgress): boolean =>
  newest !== undefined && ['implementing', 'mending', 'measuring', 'unverified'].includes(newest.doing);

/** Where it stands, in a few words. */
export function progressText({ round, most, phase, stall, limit, open, lanes }: Progress): string {
  const of = most === undefined ? '' : ` of ${most}`;
  const working = lanes.filter(isAtWork).length;
  const more =
    phase === 'lanes'
      ? `lanes, ${working} of ${lanes.length} at work`
      : `${phase}${open.length === 0 ? '' : `, ${open.length} to answer`}`;
  return `round ${round}${of} · ${more} · stall ${stall} of ${limit}`;
}
