import type { Goals } from '../../domain/goals.ts';
import { itemsOf, type Part, partsOf, sameTitle, sectionOf } from '../markdown.ts';
import type { Remark } from '../remark.ts';
import { directivesOf, shortHash } from './directives.ts';
import type { GoalsFile } from './file.ts';
import { gatesOf } from './gates.ts';
import { tablesOf } from './table.ts';

/** A GOALS.md counts as this version. */
export const MARKDOWN_VERSION = 4;

const SECTIONS = ['North Stars', 'Anti Stars', 'Directives', 'Gates'];

/** What a GOALS.md says. Contract: never throws; what is wrong is among its problems. */
export function readGoalsMarkdown(text: string, path: string): GoalsFile {
  const parts = partsOf(text);
  const problems: Remark[] = [];
  const oddities: Remark[] = [];
  const directives = directivesOf(sectionOf(parts, 'Directives') ?? []);
  // A section of gates ends at any heading.
  const tables = tablesOf(sectionOf(parts, 'Gates')?.[0]?.lines ?? []);
  const gates = tables.map(gatesOf);
  const untabled = sectionOf(parts, 'Gates')?.[0];
  if (tables.length === 0 && untabled?.lines.some((line) => line.text.trim() !== ''))
    oddities.push({ line: untabled.number, text: 'Gates: there is no table; its rows begin with "|".' });
  for (const read of [directives, ...gates]) {
    problems.push(...read.problems);
    oddities.push(...read.oddities);
  }
  const lineBy = new Map<string, number>();
  for (const { goal, row } of gates.flatMap((one) => one.goals)) {
    const before = lineBy.get(goal.id);
    if (before !== undefined)
      problems.push({
        line: row.line.number,
        text: `Gates: ${goal.id} is given twice, first on line ${before}: keep one.`,
      });
    else lineBy.set(goal.id, row.line.number);
  }
  if (!parts.some((part) => SECTIONS.some((title) => isSection(part, title))))
    problems.push({ line: 1, text: `it has no section of ${SECTIONS.map((title) => `"## ${title}"`).join(', ')}.` });
  const mission = missionOf(parts);
  if (mission === '') oddities.push({ line: 1, text: 'there is no mission: write a line below the first heading.' });
  const goals: Goals = {
    path,
    version: MARKDOWN_VERSION,
    era: shortHash(text),
    mission,
    northStars: starsOf(parts, 'North Stars'),
    antiStars: starsOf(parts, 'Anti Stars'),
    directives: directives.directives.map(({ directive }) => directive),
    goals: gates.flatMap((one) => one.goals.map(({ goal }) => goal)),
    warnings: inOrder(oddities).map((one) => `${path}:${one.line}: ${one.text}`),
  };
  return { text, goals, problems: inOrder(problems) };
}

const isSection = (part: Part, title: string): boolean => part.level === 2 && sameTitle(part.title, title);

const inOrder = (remarks: readonly Remark[]): readonly Remark[] => [...remarks].sort((a, b) => a.line - b.line);

/** The first line of text after the first heading of level 1, before any section that means something else. */
function missionOf(parts: readonly Part[]): string {
  const from = parts.findIndex(({ level }) => level === 1);
  if (from === -1) return '';
  for (const part of parts.slice(from)) {
    if (SECTIONS.some((title) => isSection(part, title))) return '';
    const line = part.lines.find(({ text }) => text.trim() !== '' && !/^\s*<!--.*-->\s*$/.test(text));
    if (line !== undefined) return line.text.trim();
  }
  return '';
}

function starsOf(parts: readonly Part[], title: string): readonly string[] {
  return itemsOf(sectionOf(parts, title)?.[0]?.lines ?? []).map(({ text }) => text);
}
