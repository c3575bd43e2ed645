import type { Severity } from '../../domain/work-item.ts';
import { put, TRAJECTORY, textIn } from '../files.ts';

const HEAD = '# Quality\n\n| Cycle | Score | High | Medium | Low |\n|---|---|---|---|---|\n';

/** 100 less what is open: 10 for each that is severe, 3 for each that is less so. */
export const qualityScore = ({ high, medium }: Readonly<Record<Severity, number>>): number =>
  Math.max(0, 100 - 10 * high - 3 * medium);

/** How good things stand after a cycle; one row each. */
export function putTrajectory(root: string, cycle: number, open: Readonly<Record<Severity, number>>): void {
  const before = textIn(root, TRAJECTORY) ?? HEAD;
  const row = `| ${cycle} | ${qualityScore(open)} | ${open.high} | ${open.medium} | ${open.low} |`;
  const others = before.split('\n').filter((line) => line.trim() !== '' && !line.startsWith(`| ${cycle} |`));
  const [title = '# Quality', ...rest] = others;
  put(root, TRAJECTORY, `${[title, '', ...rest, row].join('\n')}\n`);
}

/** The score after each cycle that has a row, in the order of the file. */
export const scoresIn = (root: string): readonly { readonly cycle: number; readonly score: number }[] =>
  (textIn(root, TRAJECTORY) ?? '').split('\n').flatMap((line) => {
    const [, cycle, score] = /^\| (\d+) \| (\d+) \|/.exec(line) ?? [];
    return cycle === undefined ? [] : [{ cycle: Number(cycle), score: Number(score) }];
  });
