import type { PastCommit } from '../../../workspace/workspace.ts';
import { type Check, type Finding, found, places, skipped, titled } from '../finding.ts';
import { hasWord, isSource, isTest, stemOf } from '../kind.ts';
import type { Site } from '../site.ts';

/** Older fixes have proved themselves. */
const NEWEST = 50;
const FIX = /^(?:\w+\([^)]*\)!?: )?(?:fix|bugfix|hotfix)(?:e[sd])?\b|\bfix(?:e[sd])?\b|\bbugs?\b|\bregression\b/i;
const NO_BUG =
  /\b(?:typos?|lint|format(?:ting)?|docs?|readme|changelog|ci|style|comments?|spelling|whitespace|tests?|flaky|merge|revert)\b/i;

/** Fixes that came without a test, and got none since. */
export const fixes: Check = {
  name: 'fixes without a test',
  async look(site) {
    if (site.history === undefined) return skipped('fixes without a test: there is no git history');
    if (site.tests.length === 0) return found();
    const commits = (await site.commits()).slice(0, NEWEST);
    const findings: Finding[] = [];
    for (const [age, commit] of commits.entries()) {
      if (!FIX.test(commit.subject) || NO_BUG.test(commit.subject) || commit.paths.some(isTest)) continue;
      const mended = commit.paths.filter((path) => isSource(path) && site.files.includes(path));
      if (mended.length === 0 || (await testedSince(site, commits.slice(0, age), commit, mended))) continue;
      findings.push({
        title: titled(`Add a regression test for ${commit.sha.slice(0, 10)}: ${commit.subject}`),
        type: 'bug',
        severity: 'medium',
        description: `Commit ${commit.sha.slice(0, 10)} (${commit.subject}) mended ${places(mended)} without a test. Write one that fails without it.`,
        evidence: places(mended),
        ...(mended[0] === undefined ? {} : { path: mended[0] }),
        weight: NEWEST - age,
      });
    }
    return found(...findings);
  },
};

/** Whether a later commit brought a test that is about the commit or names one of the files. */
async function testedSince(
  site: Site,
  later: readonly PastCommit[],
  { sha }: PastCommit,
  mended: readonly string[],
): Promise<boolean> {
  const tests = new Set(later.flatMap(({ paths }) => paths.filter(isTest)));
  for (const path of tests) {
    const text = `${path}\n${(await site.text(path)) ?? ''}`;
    if (text.includes(sha.slice(0, 7)) || mended.some((one) => hasWord(text, stemOf(one)))) return true;
  }
  return false;
}
