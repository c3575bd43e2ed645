import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fate, OrientAnswer } from '../domain/cycle.ts';
import { slugOf } from './about.ts';
import { keptIn } from './claim.ts';
import type { Desk } from './desk.ts';
import { alone, LEDGER, NEXT_WORK } from './files.ts';
import { keepOutOfGit } from './ignore.ts';
import { settleIssue } from './issue-claim.ts';
import { textOf } from './json.ts';
import { bringLedger } from './ledger/landed.ts';
import { type Ledger, mendedLedger, readLedger } from './ledger/ledger.ts';
import { settleItem } from './next-work/claim.ts';
import { readNextWork } from './next-work/file.ts';
import { openOf } from './next-work/order.ts';
import { claimOf } from './next-work/row.ts';
import { itemsIn, queueState } from './state/queue.ts';
import { claimsIn, putClaims } from './state/session.ts';
import { putTrajectory, scoresIn } from './state/trajectory.ts';
import { namesOf } from './work.ts';

/** What earlier sessions have left: their last cycle, claims that nobody works on any more, and how far the queue has come. */
export async function orient(desk: Desk, signal: AbortSignal): Promise<OrientAnswer> {
  const { root, ladder } = desk;
  if (!ladder.dryRun) await tidy(root, signal);
  const { warnings: torn } = ladder.dryRun ? readLedger(root) : await mendedLedger(root, signal);
  if (!ladder.dryRun) await bringLedger(desk, signal);
  const ledger = { ...readLedger(root), warnings: torn };
  const left = leftIn(root, ledger);
  const warnings = [...ledger.warnings, ...readNextWork(root).warnings];
  if (!ladder.dryRun) warnings.push(...(await settleAll(desk, left, signal)));
  if (ladder.mode === 'quality' && !ladder.dryRun) await beginTrajectory(desk, ledger.lastCycle, signal);
  const items = ladder.queue === undefined ? undefined : itemsIn(root, ladder.queue);
  if (ladder.queue !== undefined && items === undefined) warnings.push(`the queue ${ladder.queue} is gone`);
  return {
    lastCycle: ledger.lastCycle,
    released: left.filter(({ fate }) => fate.kind === 'released').map(({ ref }) => ref),
    ...(ladder.queue === undefined || items === undefined
      ? {}
      : { queue: { file: ladder.queue, items, state: queueState(root, ladder.queue, items) } }),
    warnings,
  };
}

/** What the first cycle is compared with. */
async function beginTrajectory(desk: Desk, lastCycle: number, signal: AbortSignal): Promise<void> {
  if (scoresIn(desk.root).some(({ cycle }) => cycle === lastCycle)) return;
  putTrajectory(desk.root, lastCycle, openOf(readNextWork(desk.root).items, await namesOf(desk, signal)));
}

interface Left {
  readonly ref: string;
  readonly by: string;
  readonly fate: Fate;
}

const OURS = /^evolve(?:-quality)?:cycle-(\d+)$/;

/** Claims of ours. The work of one whose cycle went well is done; of all others nothing is known. */
function leftIn(root: string, ledger: Ledger): readonly Left[] {
  const taken = readNextWork(root).items.flatMap(({ row, item, ref, status }) => {
    const by = status === 'in_progress' ? claimOf(row, item).by : undefined;
    return by === undefined ? [] : [{ ref, by, target: slugOf(textOf(item.title) ?? '') }];
  });
  const noted = claimsIn(root)
    .filter(({ ref }) => keptIn(ref).in !== 'next-work')
    .map(({ ref, by }) => ({ ref, by, target: ref.replace(/^\w+:/, '') }));
  return [...taken, ...noted]
    .filter(({ by }) => OURS.test(by))
    .map(({ ref, by, target }) => ({ ref, by, fate: fateOf(ledger, Number(OURS.exec(by)?.[1]), target) }));
}

function fateOf({ lines }: Ledger, cycle: number, target: string): Fate {
  const line = lines.findLast((one) => one.cycle === cycle);
  const done = line !== undefined && (line.result === 'improved' || line.result === 'harvested');
  if (done && (line.target === target || line.goalIds?.includes(target) === true)) return { kind: 'consumed' };
  return { kind: 'released', failed: false, reason: 'the session ended' };
}

async function settleAll(desk: Desk, left: readonly Left[], signal: AbortSignal): Promise<readonly string[]> {
  const { root } = desk;
  const warnings: string[] = [];
  for (const { ref, by, fate } of left) {
    const kept = keptIn(ref);
    if (kept.in === 'next-work') {
      await settleItem(root, ref, by, fate, new Date(desk.now()).toISOString(), signal);
    } else if (kept.in !== 'goals') {
      warnings.push(...(await settleIssue(desk, kept.id, fate, kept.in === 'tracker', signal)));
    }
    if (fate.kind === 'consumed') warnings.push(`${ref} was done by ${by}, and is ticked off`);
  }
  await alone(root, signal, () => {
    if (claimsIn(root).length > 0) putClaims(root, []);
  });
  return warnings;
}

/** Drafts of files whose writer was killed: nobody takes a minute to write one. */
const DRAFT = /^\..+\.[0-9a-f]{8}$/;
const DRAFT_MS = 60_000;

function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > DRAFT_MS;
}

function tidy(root: string, signal: AbortSignal): Promise<void> {
  return alone(root, signal, () => {
    keepOutOfGit(root);
    for (const folder of [dirname(LEDGER), dirname(NEXT_WORK)].map((path) => join(root, path))) {
      const drafts = namesIn(folder).filter((name) => DRAFT.test(name));
      for (const path of drafts.map((name) => join(folder, name))) if (isOld(path)) rmSync(path, { force: true });
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
