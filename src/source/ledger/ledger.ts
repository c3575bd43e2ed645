import type { CycleLine } from '../../domain/cycle.ts';
import { alone, LEDGER, put, textIn } from '../files.ts';
import { decodeLine, encodeLine, type LedgerLine } from './line.ts';
import { admit, type LedgerFacts } from './rules.ts';

/** What the ledger says. */
export interface Ledger {
  readonly lines: readonly LedgerLine[];
  /** Of the last line; 0 where there is none. */
  readonly lastCycle: number;
  /** What stands at its end and is no line: somebody was killed while writing it. */
  readonly torn?: string;
  readonly warnings: readonly string[];
}

/** Where what was torn is kept. */
const TORN = '.agents/evolve/cycle-history.torn';

export function ledgerIn(text: string): Ledger {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const read = rows.map((row, at) => ({ row, at, line: decodeLine(row) }));
  const last = read.at(-1);
  const torn = last !== undefined && last.line === undefined ? last.row : undefined;
  const odd = read.filter(({ line, at }) => line === undefined && at < rows.length - 1);
  const lines = read.flatMap(({ line }) => (line === undefined ? [] : [line]));
  return {
    lines,
    lastCycle: lines.at(-1)?.cycle ?? 0,
    ...(torn === undefined ? {} : { torn }),
    warnings: [
      ...(torn === undefined ? [] : [`the last line of ${LEDGER} is torn: it is set aside in ${TORN}`]),
      ...(odd.length === 0
        ? []
        : [`${LEDGER} has lines that can't be read: ${odd.map(({ at }) => at + 1).join(', ')}`]),
    ],
  };
}

export const readLedger = (root: string): Ledger => ledgerIn(textIn(root, LEDGER) ?? '');

/**
 * The text of a ledger with one more line; with the same line as its last it stays as it is. What is torn at its end is left out.
 * Throws where the line is not the next one.
 */
export function ledgerWith(text: string, line: CycleLine): string {
  const { lastCycle, torn } = ledgerIn(text);
  const whole = torn === undefined ? text : text.slice(0, text.lastIndexOf(torn));
  const row = encodeLine(line);
  const rows = whole.split('\n').filter((one) => one.trim() !== '');
  if (rows.at(-1) === row) return ended(whole);
  if (line.cycle !== lastCycle + 1) {
    const before = rows.length === 0 ? 'the ledger is empty' : `the ledger's last line is of cycle ${lastCycle}`;
    throw new Error(`cycle ${line.cycle} can't be written to the ledger: ${before}`);
  }
  return `${ended(whole)}${row}\n`;
}

/**
 * Writes a line to the user's ledger, as the rules have it, and gives it back as it was written.
 * Contract: writing the same line twice is once; what was torn is kept beside it.
 */
export async function appendLine(
  root: string,
  line: CycleLine,
  facts: LedgerFacts,
  signal?: AbortSignal,
): Promise<CycleLine> {
  const admitted = await admit(line, facts);
  return alone(root, signal, () => {
    const text = mendLedger(root);
    put(root, LEDGER, ledgerWith(text, admitted));
    return admitted;
  });
}

/** Sets aside what is torn, and gives the rest. */
function mendLedger(root: string): string {
  const text = textIn(root, LEDGER) ?? '';
  const { torn } = ledgerIn(text);
  if (torn === undefined) return text;
  const kept = textIn(root, TORN) ?? '';
  if (!kept.split('\n').includes(torn)) put(root, TORN, `${kept}${torn}\n`);
  const rest = text.slice(0, text.lastIndexOf(torn));
  put(root, LEDGER, rest);
  return rest;
}

/** As `mendLedger`, where nothing is to be written; with what it has to tell. */
export function mendedLedger(root: string, signal?: AbortSignal): Promise<Ledger> {
  const read = readLedger(root);
  if (read.torn === undefined) return Promise.resolve(read);
  return alone(root, signal, () => ({ ...ledgerIn(mendLedger(root)), warnings: read.warnings }));
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
