import type { Version } from '../../domain/lane.ts';
import type { Desk } from '../desk.ts';
import { put, textIn } from '../files.ts';
import { isJson, type Json, numberOf, objectIn, textOf, textsOf } from '../json.ts';
import { type Hints, type Hotspot, NO_HINTS } from './hints.ts';
import { hotspotsOf, SINCE_HOURS } from './hotspots.ts';
import { duplicateLearnings, orphanedResearch } from './notes.ts';

export const MINED = '.agents/mine/latest.json';
export const DEFRAGGED = '.agents/defrag/latest.json';

/** Younger ones are taken as they are. */
const FRESH_MS = 30 * 60_000;
const AO_MS = 5 * 60_000;
const LONGEST = 50;

/**
 * What is known of the repository, for choosing among work that is otherwise equal. Looked for at most every half hour, by `ao` where that
 * is installed; kept in two files of the form that `ao` gives them. A dry run writes nothing.
 */
export async function compile(desk: Desk, version: Version, signal: AbortSignal): Promise<Hints> {
  const kept = readHints(desk);
  if (kept !== undefined) return kept;
  if (!desk.ladder.dryRun && (await byAo(desk, signal))) return readHints(desk) ?? NO_HINTS;
  const hotspots = await hotspotsOf(desk, version);
  const research = orphanedResearch(desk.root);
  const learnings = duplicateLearnings(desk.root);
  const hints = { hotspots, orphans: research.orphans, duplicates: learnings.pairs };
  if (desk.ladder.dryRun) return hints;
  const timestamp = new Date(desk.now()).toISOString();
  put(desk.root, MINED, written(minedOf(timestamp, hints, research.total)));
  put(desk.root, DEFRAGGED, written(defraggedOf(timestamp, hints, learnings.checked)));
  return hints;
}

/** What was found in the last half hour; undefined where nothing was. */
function readHints(desk: Desk): Hints | undefined {
  const mined = objectIn(textIn(desk.root, MINED) ?? '');
  const age = desk.now() - Date.parse(textOf(mined?.timestamp) ?? '');
  if (mined === undefined || !(age >= 0 && age < FRESH_MS)) return undefined;
  const [agents, code] = [isJson(mined.agents) ? mined.agents : {}, isJson(mined.code) ? mined.code : {}];
  const dedup = objectIn(textIn(desk.root, DEFRAGGED) ?? '')?.dedup;
  const pairs = isJson(dedup) && Array.isArray(dedup.duplicate_pairs) ? dedup.duplicate_pairs : [];
  return {
    hotspots: (Array.isArray(code.hotspots) ? code.hotspots : []).flatMap(hotspotIn),
    orphans: textsOf(agents.orphaned_research) ?? [],
    duplicates: pairs.flatMap((pair: unknown) => {
      const [one, other] = textsOf(pair) ?? [];
      return one === undefined || other === undefined ? [] : [[one, other] as const];
    }),
  };
}

function hotspotIn(value: unknown): readonly Hotspot[] {
  if (!isJson(value)) return [];
  const [path, edits] = [textOf(value.file), numberOf(value.recent_edits) ?? 0];
  if (path === undefined) return [];
  const [symbol, complexity] = [textOf(value.func) ?? '', numberOf(value.complexity) ?? 1];
  return [{ path, symbol, complexity, edits, edits90: numberOf(value.edits_90d) ?? edits }];
}

/** Whether the tool of that name is there and has done it. */
async function byAo(desk: Desk, signal: AbortSignal): Promise<boolean> {
  const limits = { timeoutMs: AO_MS };
  if ((await desk.run('command -v ao', limits, signal)).code !== 0) return false;
  const mined = await desk.run(`ao mine --since ${SINCE_HOURS}h --quiet`, limits, signal);
  if (mined.code !== 0) return false;
  await desk.run('ao defrag --dedup --quiet', limits, signal);
  return readHints(desk) !== undefined;
}

const minedOf = (timestamp: string, { hotspots, orphans }: Hints, total: number): Json => ({
  timestamp,
  since_seconds: SINCE_HOURS * 3600,
  sources: ['git', 'agents', 'code'],
  agents: { total_research: total, orphaned_research: orphans.slice(0, LONGEST) },
  code: {
    hotspots: hotspots.map(({ path, symbol, complexity, edits, edits90 }) => ({
      ...{ file: path, func: symbol, complexity },
      ...{ recent_edits: edits, edits_90d: edits90 },
    })),
  },
});

const defraggedOf = (timestamp: string, { duplicates }: Hints, checked: number): Json => ({
  timestamp,
  dry_run: true,
  dedup: { checked, duplicate_pairs: duplicates.slice(0, LONGEST) },
});

const written = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;
