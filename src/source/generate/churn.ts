import { isGenerated } from './kind.ts';
import type { Site } from './site.ts';

const DAY_MS = 24 * 3600_000;
const RECENT_DAYS = 90;

/** Source files with how often they changed in the days before the newest commit, the most often changed first. */
export async function changes(
  site: Site,
  days = RECENT_DAYS,
): Promise<readonly (readonly [path: string, times: number])[]> {
  const since = (site.history?.at ?? 0) - days * DAY_MS;
  const sources = new Set(site.sources);
  const counts = new Map<string, number>();
  for (const { at, paths } of await site.commits()) {
    if (at < since) continue;
    for (const path of paths) if (sources.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** The source files that change most; without a history the first. */
export async function hottest(site: Site, most: number): Promise<readonly string[]> {
  const changed = (await changes(site)).map(([path]) => path);
  const paths: string[] = [];
  for (const path of changed.length > 0 ? changed : site.sources) {
    const text = await site.text(path);
    if (text !== undefined && text.trim() !== '' && !isGenerated(text)) paths.push(path);
    if (paths.length === most) break;
  }
  return paths;
}
