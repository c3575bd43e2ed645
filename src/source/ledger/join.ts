import { ledgerIn } from './ledger.ts';
import { decodeLine } from './line.ts';

/**
 * The ledger of the user's folder with all that has landed: it may have been lost there, or landed from elsewhere. What the folder alone
 * has follows, where its cycles are later.
 */
export function joinLedgers(local: string, landed: string): string {
  const mine = rowsOf(local);
  const theirs = rowsOf(landed);
  if (theirs.every((row) => mine.includes(row))) return local;
  const { lastCycle } = ledgerIn(landed);
  const later = mine.filter((row) => (decodeLine(row)?.cycle ?? 0) > lastCycle);
  return [...theirs, ...later].map((row) => `${row}\n`).join('');
}

const rowsOf = (text: string): readonly string[] => text.split('\n').filter((row) => row.trim() !== '');
