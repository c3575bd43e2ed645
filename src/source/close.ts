import type { ClosedAnswer, SessionState } from '../domain/cycle.ts';
import type { Version } from '../domain/lane.ts';
import type { Question } from '../domain/question.ts';
import { snapshotText } from '../domain/snapshot.ts';
import { keptIn } from './claim.ts';
import type { Desk } from './desk.ts';
import { alone, FITNESS, FITNESS_AFTER, put } from './files.ts';
import { keepOutOfGit } from './ignore.ts';
import { settleIssue } from './issue-claim.ts';
import { textOf } from './json.ts';
import { ledgerFacts } from './ledger/facts.ts';
import { appendLine } from './ledger/ledger.ts';
import { settleItem } from './next-work/claim.ts';
import { readNextWork } from './next-work/file.ts';
import { compact, harvest } from './next-work/harvest.ts';
import { openOf } from './next-work/order.ts';
import { pushTrunk } from './push.ts';
import { itemsIn, putEscalated, putQueue } from './state/queue.ts';
import { claimsIn, putState, stateDocument } from './state/session.ts';
import { putTrajectory } from './state/trajectory.ts';
import { namesOf } from './work.ts';
import { writeLearnings } from './write-learnings.ts';

type CloseQuestion = Extract<Question, { readonly of: 'close' }>;

const MOST_WARNINGS = 20;

/**
 * Settles what a cycle has claimed and writes what it leaves: follow-ups, lessons, snapshots, its line in the ledger, and at last how the
 * session stands. Contract: done twice it is done once; killed anywhere and done again, it leaves the same files.
 */
export async function close(
  desk: Desk,
  question: CloseQuestion,
  version: Version,
  signal: AbortSignal,
): Promise<ClosedAnswer> {
  const { root } = desk;
  keepOutOfGit(root);
  const warnings = [...(await settle(desk, question, signal))];
  const harvested = await harvestAll(desk, question, signal);
  writeLearnings(desk, question);
  await putSnapshots(desk, question);
  if (question.line !== undefined) await appendLine(root, question.line, ledgerFacts(desk.repository), signal);
  await putStates(desk, question, version, signal);
  await compact(root, desk.now(), signal);
  const unpushed = question.push === true ? await pushTrunk(desk, signal) : undefined;
  if (unpushed !== undefined) warnings.push(unpushed);
  return { closed: true, warnings: warnings.slice(0, MOST_WARNINGS), harvested };
}

async function settle(desk: Desk, { settled, parts }: CloseQuestion, signal: AbortSignal): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { work, owner, fate } of settled) {
    const kept = keptIn(work.ref);
    if (kept.in === 'next-work') {
      const now = new Date(desk.now()).toISOString();
      const warning = await settleItem(desk.root, work.ref, owner, fate, now, signal);
      if (warning !== undefined) warnings.push(warning);
      if (fate.kind === 'consumed') warnings.push(...(await settleWhole(desk, work.ref, signal)));
    } else if (kept.in !== 'goals') {
      if (parts.length > 0 && fate.kind === 'consumed') {
        warnings.push(`${kept.id} is split into ${parts.length} parts, and stays open until they are done`);
        continue;
      }
      warnings.push(...(await settleIssue(desk, kept.id, fate, kept.in === 'tracker', signal)));
    }
  }
  return warnings;
}

/** An issue that was split is done with the last of its parts. */
async function settleWhole(desk: Desk, ref: string, signal: AbortSignal): Promise<readonly string[]> {
  const row = readNextWork(desk.root).items.find((one) => one.ref === ref)?.row;
  const of = row === undefined || row.entry.consumed !== true ? undefined : textOf(row.entry.split_of);
  const kept = of === undefined ? undefined : keptIn(of);
  if (kept === undefined || kept.in === 'next-work' || kept.in === 'goals') return [];
  return settleIssue(desk, kept.id, { kind: 'consumed' }, false, signal);
}

/** Follow-ups, and the parts of work that was too much for a cycle. */
async function harvestAll(
  { root, runId, now }: Desk,
  { key, cycle, followUps, parts, settled }: CloseQuestion,
  signal: AbortSignal,
): Promise<number> {
  const epic = `evolve:cycle-${cycle}`;
  const at = new Date(now()).toISOString();
  const [whole] = settled;
  const severity = whole?.work.severity ?? 'medium';
  const type = whole?.work.type ?? 'task';
  const ordered = parts.toSorted((a, b) => a.wave - b.wave).map((part) => ({ ...part, type, severity }));
  const depth = 1 + Math.max(0, ...settled.map(({ work }) => work.depth ?? 0));
  const left = { epic, producer: `${runId} ${key}`, source: 'council-finding', at, depth, items: followUps } as const;
  const split = { ...left, producer: `${runId} ${key} parts`, source: 'backlog-processing', items: ordered } as const;
  const splitOf = whole === undefined ? {} : { splitOf: whole.work.ref };
  const written = [...(await harvest(root, left, signal)), ...(await harvest(root, { ...split, ...splitOf }, signal))];
  return written.length;
}

async function putSnapshots(desk: Desk, { candidate, after }: CloseQuestion): Promise<void> {
  const before = await desk.snapshotOf(candidate);
  if (before !== undefined) put(desk.root, FITNESS, snapshotText(before));
  const then = after === undefined ? undefined : await desk.snapshotOf(after);
  if (then !== undefined) put(desk.root, FITNESS_AFTER, snapshotText(then));
}

async function putStates(
  desk: Desk,
  { cycle, settled, state, escalated = [] }: CloseQuestion,
  version: Version,
  signal: AbortSignal,
): Promise<void> {
  const { root } = desk;
  const [contract, names] = await Promise.all([desk.contractOf(version), namesOf(desk, signal)]);
  await alone(root, signal, () => {
    if (state.queue !== undefined) putQueue(root, state.queue, null);
    putEscalated(root, [...(state.queue?.escalated ?? []), ...escalated]);
    if (state.mode === 'quality') putTrajectory(root, cycle, openOf(readNextWork(root).items, names));
    const done = new Set(settled.map(({ work }) => work.ref));
    const claims = claimsIn(root).filter(({ ref, run }) => !(done.has(ref) && run === desk.runId));
    // Last, for what it no longer says is claimed has been settled by then.
    putState(root, stateDocument(state, contract, { claims, ...queueOf(root, state) }));
  });
}

function queueOf(root: string, { queue }: SessionState): { readonly queue?: readonly string[] } {
  const items = queue === undefined ? undefined : itemsIn(root, queue.file);
  return items === undefined ? {} : { queue: items.map(({ id }) => id) };
}
