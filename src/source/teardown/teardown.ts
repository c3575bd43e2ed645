import type { ClosedAnswer } from '../../domain/cycle.ts';
import { isoOf } from '../../domain/iso.ts';
import type { Version } from '../../domain/lane.ts';
import type { Question } from '../../domain/question.ts';
import type { Desk, Retrospect } from '../desk.ts';
import { put } from '../files.ts';
import { keepOutOfGit } from '../ignore.ts';
import type { LedgerLine } from '../ledger/line.ts';
import { readNextWork } from '../next-work/file.ts';
import { harvest } from '../next-work/harvest.ts';
import { pushTrunk } from '../push.ts';
import { writeLearnings } from '../write-learnings.ts';
import { type Fitness, fitnessOf, linesOf, reportFacts } from './facts.ts';
import { countsOf, cycleLine, fitnessPage, summaryPage } from './pages.ts';
import { reportOf } from './report.ts';

export type TeardownQuestion = Extract<Question, { readonly of: 'teardown' }>;

const SUMMARY = '.agents/evolve/session-summary.md';
const FITNESS_DELTA = '.agents/evolve/session-fitness-delta.md';

const MOST_WAITING = 60;
const MOST_NOTES = 20;

/**
 * The last thing of a session: somebody looks back on it, what is left to do is written down, and so is what the session came to. Lines of
 * the ledger that have not landed stay with the user, and land with the next work.
 * Contract: done twice it is done once.
 */
export async function teardown(
  desk: Desk,
  question: TeardownQuestion,
  version: Version,
  signal: AbortSignal,
): Promise<ClosedAnswer> {
  const { root, ladder } = desk;
  const { state, reason, text } = question;
  const fitness = await fitnessOf(desk, state, version);
  const lines = linesOf(root, state);
  const back = await lookBack(desk, question, version, { lines, fitness }, signal);
  const harvested = await leave(desk, back, signal);
  writeLearnings(desk, { cycle: state.cycle, learnings: back?.learnings ?? [] }, 'session');
  const pushed = ladder.push ? await pushTrunk(desk, signal) : undefined;
  const report = reportOf(state, reason, await reportFacts(desk, state, text, fitness, signal));
  const warnings = [
    ...(back?.failed === undefined ? [] : [`nobody has looked back on the session: ${back.failed}`]),
    ...(pushed === undefined ? [] : [pushed]),
  ];
  keepOutOfGit(root);
  put(root, FITNESS_DELTA, fitnessPage(fitness));
  put(root, SUMMARY, summaryPage({ report, lines, fitness, back, harvested, warnings }));
  return { closed: true, warnings, harvested: harvested.length, report };
}

/** Only on a session in which something was tried. */
async function lookBack(
  desk: Desk,
  { key, reason, text }: TeardownQuestion,
  version: Version,
  { lines, fitness }: { readonly lines: readonly LedgerLine[]; readonly fitness: Fitness | undefined },
  signal: AbortSignal,
): Promise<Retrospect | undefined> {
  const tried = lines.some(({ target, attempted }) => target !== 'idle' || attempted !== undefined);
  if (!tried || desk.lookBack === undefined) return undefined;
  // Without what a teardown that was killed has left: the same is asked again.
  const waiting = readNextWork(desk.root).items.filter(
    ({ row, status }) => status !== 'consumed' && row.entry.produced_by !== producerOf(desk),
  );
  const past = {
    ...{ key, version, reason: text === '' ? reason : `${reason}: ${text}` },
    cycles: lines.map(cycleLine),
    fitness: fitness === undefined ? '' : `${fitnessPage(fitness)}\n${countsOf(fitness)}`,
    waiting: waiting.slice(-MOST_WAITING).map(({ item }) => String(item.title)),
    notes: desk
      .notes()
      .slice(0, MOST_NOTES)
      .map((note) => note.text),
  };
  return desk.lookBack(past, signal);
}

const producerOf = ({ runId }: Desk): string => `evolve:teardown-${runId}`;

/** What is left to do, where the next session finds it first. */
async function leave(desk: Desk, back: Retrospect | undefined, signal: AbortSignal): Promise<readonly string[]> {
  if (back === undefined || back.followUps.length === 0) return [];
  const event = {
    epic: `evolve:session-${desk.runId}`,
    producer: producerOf(desk),
    source: 'retro-learning' as const,
    at: isoOf(desk.now()),
    items: back.followUps,
  };
  return harvest(desk.root, event, signal);
}
