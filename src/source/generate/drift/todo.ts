import { commentsIn } from '../../../code/code.ts';
import { at, type Check, type Finding, found, skipped, titled } from '../finding.ts';
import { isGenerated } from '../kind.ts';

const DAY_MS = 24 * 3600_000;
/** Younger ones are somebody's work in progress. */
const OLD_DAYS = 90;
const MARK = /\b(TODO|FIXME|XXX)\b(?:\([^)]*\))?[:\s-]*(.*)/;
/** Asking git when lines were written takes a process for each file. */
const MOST_FILES = 200;

/** Promises in comments that nobody has kept for a while. */
export const todo: Check = {
  name: 'old TODOs',
  async look(site) {
    const { history } = site;
    const findings: Finding[] = [];
    let files = 0;
    for (const path of [...site.sources, ...site.tests]) {
      const marks = await marksIn(path, (await site.text(path)) ?? '');
      if (marks.length === 0) continue;
      if (history === undefined) return skipped('old TODOs: there is no git history that tells their age');
      files += 1;
      if (files > MOST_FILES) break;
      const times = await history.changed(
        path,
        marks.map(({ line }) => line),
      );
      for (const { line, word, text } of marks) {
        const days = Math.floor((history.at - (times.get(line) ?? history.at)) / DAY_MS);
        if (days < OLD_DAYS) continue;
        findings.push({
          title: titled(`Settle the ${word} in ${path}: ${text}`),
          type: 'tech-debt',
          severity: word === 'TODO' ? 'low' : 'medium',
          description: `${at(path, line)} says "${word}: ${text}" for ${days} days. Do it, or take it away and say why.`,
          evidence: at(path, line),
          path,
          weight: days,
        });
      }
    }
    return found(...findings);
  },
};

async function marksIn(
  path: string,
  text: string,
): Promise<readonly { readonly line: number; readonly word: string; readonly text: string }[]> {
  if (!MARK.test(text) || isGenerated(text)) return [];
  const comments = await commentsIn(path, text);
  return comments.flatMap(({ start, end }) => {
    const first = text.slice(0, start).split('\n').length;
    return text
      .slice(start, end)
      .split('\n')
      .flatMap((line, index) => {
        const [, word = '', rest = ''] = MARK.exec(line) ?? [];
        return word === '' ? [] : [{ line: first + index, word, text: rest.replace(/\*\/\s*$/, '').trim() }];
      });
  });
}
