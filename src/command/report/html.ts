import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Entry, View } from '../../domain/view.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { difference, scoreIn } from '../document.ts';
import { statusOf } from '../export-rows.ts';
import { everyEntry } from '../pages.ts';
import type { OpenRun } from '../place.ts';
import type { CandidateFacts, Patch } from './facts.ts';
import { pageOf } from './page.ts';
import type { Ended } from './report.ts';
import { SCRIPT } from './style.ts';

/** A page with more than these is no use to anybody; all are in the export. */
const MOST_CANDIDATES = 2000;
/** Characters of all patches together, and of one of them. */
const MOST_PATCHES = 200_000;
const MOST_PATCH = 20_000;

export interface Written {
  readonly file: string;
  readonly candidates: number;
  /** How many more there are. */
  readonly left: number;
}

/** Writes the report as one page that needs nothing else. */
export async function writePage(file: string, ended: Ended, open: OpenRun, repository: Repository): Promise<Written> {
  const { view, run } = open;
  const chosen = choose(view);
  const candidates = await factsOf(chosen, view, repository);
  const left = view.counts().proposed + 1 - chosen.length;
  const scriptHash = createHash('sha256').update(SCRIPT).digest('base64');
  const page = pageOf({ ended, config: run.config, openedAt: run.openedAt, candidates, left, scriptHash });
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, page);
  } catch (error) {
    throw new UserError(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { file, candidates: chosen.length, left };
}

/** All candidates by (batch, ord); of too many the winner's lineage and the best. */
function choose(view: View): readonly Entry[] {
  if (view.counts().proposed < MOST_CANDIDATES) return [...everyEntry(view)];
  const kept = new Map(pathOf(view).map((entry) => [entry.proposal.id, entry]));
  for (const entry of [...view.entries(0), ...view.ranking(MOST_CANDIDATES)]) {
    if (kept.size < MOST_CANDIDATES) kept.set(entry.proposal.id, entry);
  }
  return [...kept.values()].sort((a, b) => a.proposal.batch - b.proposal.batch || a.proposal.ord - b.proposal.ord);
}

function pathOf(view: View): readonly Entry[] {
  const best = view.best()?.proposal.id;
  return best === undefined ? [] : view.lineage(best, MOST_CANDIDATES / 2);
}

async function factsOf(
  chosen: readonly Entry[],
  view: View,
  repository: Repository,
): Promise<readonly CandidateFacts[]> {
  const baseline = scoreIn(view.entries(0)[0]);
  const best = view.best()?.proposal.id;
  const path = new Set(pathOf(view).map(({ proposal }) => proposal.id));
  const ranks = new Map(view.ranking(MOST_CANDIDATES).map(({ proposal }, index) => [proposal.id, index + 1]));
  const rankOf = ({ proposal }: Entry) => ranks.get(proposal.id) ?? Number.POSITIVE_INFINITY;
  const first = (entry: Entry) => (path.has(entry.proposal.id) ? 0 : 1);
  const byWorth = [...chosen].sort((a, b) => first(a) - first(b) || rankOf(a) - rankOf(b));
  const patches = await patchesOf(byWorth, view, repository);
  return chosen.map((entry) => ({
    entry,
    rank: ranks.get(entry.proposal.id) ?? null,
    score: scoreIn(entry),
    delta: difference(scoreIn(entry), baseline),
    status: statusOf(entry),
    best: entry.proposal.id === best,
    depth: view.kin(entry.proposal.id)?.depth ?? 0,
    onPath: path.has(entry.proposal.id),
    patch: patches.get(entry.proposal.id) ?? { kind: 'none' },
  }));
}

/** What each changes against its first parent, in this order until there is no more room. */
async function patchesOf(
  entries: readonly Entry[],
  view: View,
  repository: Repository,
): Promise<ReadonlyMap<string, Patch>> {
  const patches = new Map<string, Patch>();
  let room = MOST_PATCHES;
  for (const { proposal, candidate } of entries) {
    const parent = proposal.operator === 'seed' ? undefined : view.entry(proposal.parents[0])?.candidate;
    if (candidate === undefined || parent === undefined) continue;
    if (room <= 0) {
      patches.set(proposal.id, { kind: 'left out' });
      continue;
    }
    const whole = (await repository.diff(parent.commit, candidate.commit)).toString('utf8').trimEnd();
    const text = whole.slice(0, Math.min(room, MOST_PATCH));
    room -= text.length;
    patches.set(proposal.id, { kind: 'shown', text, left: whole.length - text.length });
  }
  return patches;
}
