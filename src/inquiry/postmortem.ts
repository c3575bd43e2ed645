import type { Directions } from '../domain/lane.ts';
import type { FollowUp } from '../domain/work-item.ts';
import type { Workspace } from '../domain/workspace.ts';
import { fenced } from '../lib/quotation.ts';
import { consult, type Zod } from './consult.ts';
import type { Consulted } from './council.ts';
import { line } from './exhibit.ts';
import { followUpsOf, kept, keptFollowUps } from './follow-up.ts';
import { page } from './page.ts';
import { notesShown } from './work.ts';

/** A session that has ended. */
export interface Session {
  /** Of the call. */
  readonly key: string;
  /** Why it ended. */
  readonly reason: string;
  /** A line for each cycle, the oldest first. */
  readonly cycles: readonly string[];
  /** What became of the goals, as text. */
  readonly fitness: string;
  /** Titles of what waits already. */
  readonly waiting: readonly string[];
  readonly notes: readonly string[];
  /** Where whoever works on files sits; the files are those of the last version. */
  place(): Promise<Workspace & AsyncDisposable>;
  readonly directives?: Directions;
}

export interface Postmortem {
  readonly summary: string;
  readonly followUps: readonly FollowUp[];
  readonly learnings: readonly string[];
  /** Why there is none. */
  readonly failed?: string;
}

const MOST_CYCLES = 80;
const MOST_FOLLOW_UPS = 8;
const MOST_LEARNINGS = 8;
const SUMMARY_BYTES = 1500;

/** Looks back on a session. Who fails at it, or can't be reached, says nothing, and that is told. */
export async function postmortemBy(council: Consulted, session: Session, signal: AbortSignal): Promise<Postmortem> {
  const { key, reason, cycles, fitness, waiting, notes, directives } = session;
  const agent = council.ask('analyst', key);
  await using place = agent.works === 'files' ? await session.place() : undefined;
  const text = page('postmortem-case', {
    reason: fenced(line(reason, 1000)),
    cycles: notesShown(cycles.slice(-MOST_CYCLES), MOST_CYCLES),
    fitness: fitness.trim() === '' ? '' : notesShown(fitness.trim().split('\n')),
    waiting: notesShown(waiting),
    notes: notesShown(notes),
  });
  const call = { role: 'analyst', key, asked: 'postmortem', directives, text, workspace: place, schema } as const;
  const heard = await consult(council, agent, call, signal);
  if (heard.kind !== 'answered') return { summary: '', followUps: [], learnings: [], failed: line(heard.reason) };
  const { summary, followUps, learnings } = heard.answer;
  return {
    summary: line(summary, SUMMARY_BYTES),
    followUps: keptFollowUps(followUps, MOST_FOLLOW_UPS),
    learnings: kept(learnings, MOST_LEARNINGS),
  };
}

const schema = (z: Zod) =>
  z.object({ summary: z.string(), followUps: followUpsOf(z).default([]), learnings: z.array(z.string()).default([]) });
