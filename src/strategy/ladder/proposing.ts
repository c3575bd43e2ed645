import { TRUNK, trunk } from '../../archive/archive.ts';
import type { Home, Placement, Resident } from '../../domain/archive.ts';
import { drawnAuthor, type Named } from '../../domain/author.ts';
import type { CandidateId } from '../../domain/candidate.ts';
import { seedId } from '../../domain/config.ts';
import type { DiscoverAnswer, Turn } from '../../domain/cycle.ts';
import type { Proposal } from '../../domain/proposal.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { clipped } from './course.ts';
import type { Session } from './memos.ts';

/** What is the same for all that a cycle proposes. */
export interface Bench {
  readonly run: RunFacts;
  readonly session: Session;
  readonly authors: readonly Named[];
}

interface Made {
  readonly id: CandidateId;
  /** Within its cycle. */
  readonly ord: number;
  readonly turn: Turn;
  readonly parents: Proposal['parents'];
  readonly plan?: DiscoverAnswer;
}

const OPERATORS = { base: 'base', work: 'brief', member: 'brief', rebase: 'rebase', wave: 'cross' } as const;

/** Nobody reads more of a plan. */
const MOST_TEXT = 8000;

export function proposal({ run, session, authors }: Bench, { id, ord, turn, parents, plan }: Made): Proposal {
  const { cycle, kind, work } = turn;
  const isAuthored = kind === 'work' || kind === 'member';
  // One author to an item, who may go on where the attempt before ended.
  const author = drawnAuthor(authors, run.config.fixed.seed, `c${cycle}${work === undefined ? '' : ` ${work.ref}`}`);
  return {
    id,
    batch: cycle - session.first + 1,
    ord,
    home: TRUNK,
    operator: OPERATORS[kind],
    by: isAuthored ? (author ?? 'agent') : 'evolve',
    parents,
    inspirations: [],
    brief: {
      objective: work === undefined ? '' : clipped(objectiveOf(work, plan), MOST_TEXT),
      boundaries: plan?.premortem.risks ?? [],
      pointers: plan?.files ?? [],
    },
    turn: plan === undefined ? turn : { ...turn, plan },
  };
}

const objectiveOf = ({ title }: WorkItem, plan: DiscoverAnswer | undefined): string =>
  [title, plan?.plan, plan?.criteria.map((one) => `- ${one}`).join('\n')].filter((text) => text).join('\n\n');

/** Who lives now: what the next base comes after. */
export const parentOfBase = (view: View, { config }: RunFacts): CandidateId =>
  view.top(TRUNK, 1)[0]?.proposal.id ?? seedId(config.identity.strategy);

/** Keeps it, or refuses it for a reason of ours. */
export function placing(view: View, { proposal: { id }, evaluation, dropped }: Entry, refused?: string): Ask {
  const placement: Placement =
    refused !== undefined
      ? { kind: 'refused', reason: clipped(refused, 500) }
      : dropped !== undefined || evaluation === undefined
        ? { kind: 'refused', reason: dropped?.kind ?? 'failed' }
        : trunk().place(homeOf(view), { id, evaluation });
  return { kind: 'record', events: [{ type: 'placed', proposal: id, placement }] };
}

/** The branch is what it is: a base takes the place of whoever was there, whatever it has lost. */
export function seating(view: View, { proposal: { id } }: Entry): Ask {
  const evicted = view.top(TRUNK, view.homeSize(TRUNK)).map((entry) => entry.proposal.id);
  return {
    kind: 'record',
    events: [{ type: 'placed', proposal: id, placement: { kind: 'kept', home: TRUNK, evicted } }],
  };
}

function homeOf(view: View): Home {
  return {
    name: TRUNK,
    size: view.homeSize(TRUNK),
    worst: () => residentOf(view.worst(TRUNK)),
    top: (k) => view.top(TRUNK, k).flatMap((entry) => residentOf(entry) ?? []),
  };
}

const residentOf = (entry: Entry | undefined): Resident | undefined =>
  entry?.evaluation === undefined ? undefined : { id: entry.proposal.id, evaluation: entry.evaluation };
