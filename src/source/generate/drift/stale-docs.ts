import { at, type Check, type Finding, found, places, skipped, titled } from '../finding.ts';
import { isDoc, isSource } from '../kind.ts';
import { quotedIn } from '../markdown.ts';

const DAY_MS = 24 * 3600_000;
const BEHIND_DAYS = 180;
/** So often the code has changed since. */
const BEHIND_TIMES = 5;
const PATH = /^(?:\.\/)?((?:[\w.@-]+\/)+[\w.@-]+\.\w{1,5})(?::\d+)?$/;

/** Documents that name files which were there once, or are much older than the code they are about. */
export const staleDocs: Check = {
  name: 'stale documents',
  async look(site) {
    if (site.history === undefined) return skipped('stale documents: there is no git history');
    const commits = await site.commits();
    const files = new Set(site.files);
    const known = new Set(commits.flatMap(({ paths }) => paths));
    const findings: Finding[] = [];
    for (const path of site.files.filter(isDoc)) {
      const named = quotedIn((await site.text(path)) ?? '').flatMap(({ text, line }) => {
        const target = PATH.exec(text.trim())?.[1];
        return target === undefined ? [] : [{ target, line }];
      });
      const gone = named.filter(({ target }) => known.has(target) && !files.has(target));
      if (gone.length > 0) {
        findings.push(ofGone(path, gone));
        continue;
      }
      const written = commits.find(({ paths }) => paths.includes(path))?.at;
      if (written === undefined) continue;
      const moved = [...new Set(named.map(({ target }) => target))].filter((target) => {
        const since = commits.filter(({ paths, at: when }) => when > written && paths.includes(target));
        return isSource(target) && since.length >= BEHIND_TIMES && (since[0]?.at ?? 0) - written > BEHIND_DAYS * DAY_MS;
      });
      if (moved.length > 0) findings.push(ofMoved(path, moved));
    }
    return found(...findings);
  },
};

const ofGone = (path: string, gone: readonly { readonly target: string; readonly line: number }[]): Finding => ({
  title: titled(`Bring ${path} up to date: it names files that are gone`),
  type: 'tech-debt',
  severity: 'low',
  description: `${places(gone.map(({ target, line }) => `${target} (${at(path, line)})`))}: gone from the repository. Say what is there now.`,
  evidence: at(path, gone[0]?.line ?? 1),
  path,
  weight: 10 * gone.length,
});

const ofMoved = (path: string, moved: readonly string[]): Finding => ({
  title: titled(`Read ${path} again: the code it names has moved on`),
  type: 'tech-debt',
  severity: 'low',
  description: `${places(moved)} changed many times in the half year and more since ${path} was last touched. See what of it still holds.`,
  evidence: at(path, 1),
  path,
  weight: moved.length,
});
