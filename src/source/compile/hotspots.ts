import { functionsIn } from '../../code/code.ts';
import type { Version } from '../../domain/lane.ts';
import { historyOf } from '../../workspace/workspace.ts';
import type { Desk } from '../desk.ts';
import { isGenerated, isSource } from '../generate/kind.ts';
import { type Hotspot, heatOf } from './hints.ts';

const HOUR_MS = 3600_000;
export const SINCE_HOURS = 26;
const DAYS = 90;
const MOST_COMMITS = 2000;
/** So many of those that change most are read. */
const MOST_READ = 60;
const MOST = 10;

/** Files that change much and are hard to follow, the worst first; none where git has no history. */
export async function hotspotsOf(desk: Desk, version: Version): Promise<readonly Hotspot[]> {
  if (desk.repository.place.kind === 'folder') return [];
  const revs = [version.commit, `refs/heads/${desk.ladder.branch}`, 'HEAD'];
  const history = await historyOf(desk.root, version.tree, revs);
  const now = desk.now();
  const edits = new Map<string, { recent: number; all: number }>();
  for (const { at, paths } of (await history?.commits(MOST_COMMITS)) ?? []) {
    if (now - at > DAYS * 24 * HOUR_MS) continue;
    for (const path of paths.filter(isSource)) {
      const one = edits.get(path) ?? { recent: 0, all: 0 };
      edits.set(path, { recent: one.recent + (now - at <= SINCE_HOURS * HOUR_MS ? 1 : 0), all: one.all + 1 });
    }
  }
  const busiest = [...edits].sort(
    ([a, x], [b, y]) => 4 * y.recent + y.all - (4 * x.recent + x.all) || (a < b ? -1 : 1),
  );
  const found: Hotspot[] = [];
  for (const [path, { recent, all }] of busiest.slice(0, MOST_READ)) {
    const text = (await desk.repository.read(version.tree, path))?.toString('utf8');
    if (text === undefined || isGenerated(text)) continue;
    const functions = await functionsIn(path, text);
    const hardest = functions.reduce((a, b) => (b.complexity > a.complexity ? b : a), {
      symbol: '',
      complexity: 1,
    });
    found.push({ path, symbol: hardest.symbol, complexity: hardest.complexity, edits: recent, edits90: all });
  }
  return found.sort((a, b) => heatOf(b) - heatOf(a) || (a.path < b.path ? -1 : 1)).slice(0, MOST);
}
