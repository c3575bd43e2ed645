import type { Goal } from '../../domain/goals.ts';
import { type Line, type Part, partsOf, sectionOf } from '../markdown.ts';
import { gatesOf, titleOf } from './gates.ts';
import { breakBefore, type Splice, spliced } from './splice.ts';
import { endOfCell, rowOf, type Table, tablesOf } from './table.ts';
import { columnsFor, gateRow, headOf } from './write-markdown.ts';

/** A GOALS.md with one more gate, at the end of its table. Contract: nothing outside the table changes. */
export function addGate(text: string, goal: Goal): string {
  const section = sectionOf(partsOf(text), 'Gates')?.[0];
  const table = tablesOf(section?.lines ?? []).at(-1);
  if (table === undefined) return withTable(text, section, goal);
  const missing = columnsFor([goal]).filter((column) => !table.columns.includes(column));
  const columns = [...table.columns, ...missing];
  const widened = missing.length === 0 ? [] : widen(table, missing.map(titleOf));
  const { end } = table.last;
  const row = `${breakBefore(text, end)}${gateRow(goal, columns)}\n`;
  return spliced(text, [...widened, { from: end, to: end, text: row }]);
}

/** A GOALS.md without a gate. */
export function removeGate(text: string, id: string): string {
  const tables = tablesOf(sectionOf(partsOf(text), 'Gates')?.[0]?.lines ?? []);
  const rows = tables.flatMap((table) => gatesOf(table).goals).filter(({ goal }) => goal.id === id);
  return spliced(
    text,
    rows.map(({ row }) => ({ from: row.line.start, to: row.line.end, text: '' })),
  );
}

/** Where there is no table yet: below the heading, else at the end of the file. */
function withTable(text: string, section: Part | undefined, goal: Goal): string {
  const columns = columnsFor([goal]);
  const table = `${[...headOf(columns), gateRow(goal, columns)].join('\n')}\n`;
  if (section === undefined) {
    const at = text.length;
    const gap = text.trim() === '' ? '' : `${breakBefore(text, at)}\n`;
    return spliced(text, [{ from: at, to: at, text: `${gap}## Gates\n\n${table}` }]);
  }
  const said = section.lines.filter((line) => line.text.trim() !== '').at(-1) ?? section.heading;
  const at = said?.end ?? text.length;
  const more = at < text.length && !/^\r?\n/.test(text.slice(at)) ? '\n' : '';
  return spliced(text, [{ from: at, to: at, text: `${breakBefore(text, at)}\n${table}${more}` }]);
}

/** More columns at the right of a table: in its header, its rules and empty in its rows. Cells that a row has too many stay so. */
function widen(table: Table, titles: readonly string[]): readonly Splice[] {
  const cells = ({ text, start }: Line, words: readonly string[]): Splice => {
    const shown = text.trimEnd();
    const after = endOfCell(shown, table.columns.length) ?? shown.length;
    const closed = /(^|[^\\])\|$/.test(shown.slice(0, after));
    return { from: start + after, to: start + after, text: `${closed ? '' : ' |'}${rowOf(words).slice(1)}` };
  };
  const dashes = titles.map((title) => '-'.repeat(title.length));
  const nothing = titles.map(() => '');
  return [
    cells(table.header, titles),
    ...table.rules.map((line) => cells(line, dashes)),
    ...table.rows.map(({ line }) => cells(line, nothing)),
  ];
}
