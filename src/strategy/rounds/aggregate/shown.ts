import type { Direction } from '../../../domain/compare.ts';
import type { Entry, View } from '../../../domain/view.ts';
import { clipped } from '../course.ts';
import { lastEnd } from '../subject.ts';

/** Gates that said no. */
export const failedGates = (view: View, entry: Entry): readonly string[] =>
  (lastEnd(view, entry)?.gates ?? []).filter(({ passed }) => passed === false).map(({ name }) => name);

/** Tasks that came to nothing; where less is better, nothing is what is wanted. */
export function zeroTasks({ evaluation }: Entry, direction: Direction): readonly string[] {
  if (evaluation === undefined || evaluation.outcome === 'broken') return [];
  const scored = evaluation.outcome === 'scored';
  const tasks = scored ? evaluation.tasks : evaluation.measured?.tasks;
  const ways = new Map(Object.entries((scored ? evaluation.taskDirections : undefined) ?? {}));
  return Object.entries(tasks ?? {})
    .filter(([task, value]) => value === 0 && (ways.get(task) ?? direction) === 'max')
    .map(([task]) => task);
}

/** As many lines of one experiment. */
const MOST_LINES = 5;
const MOST_TEXT = 160;
const TELLING = /error|exception|panic|fatal|fail|assert|not found|undefined|cannot|can't|denied|timed? ?out|killed/i;

/** What went wrong, in words that are the same for the same mistake. */
export function errorTexts(view: View, entry: Entry): readonly string[] {
  const { evaluation } = entry;
  const end = lastEnd(view, entry);
  const reason = end?.outcome === 'failed' && end.cause === 'candidate' ? [end.reason ?? ''] : [];
  const tail = evaluation?.outcome === 'invalid' ? (evaluation.tail ?? '').split('\n') : [];
  const telling = tail.filter((line) => TELLING.test(line)).slice(-MOST_LINES);
  return [...new Set([...reason, ...telling].map(plainError))].filter((text) => /\p{L}{3}/u.test(text));
}

/** Without what differs from run to run: numbers, addresses and paths. */
export function plainError(line: string): string {
  const plain = line
    .replace(/\b0x[0-9a-f]+\b/gi, 'HEX')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,}\b/gi, 'HEX')
    .replace(/(?:[A-Za-z]:)?(?:[\w.@+-]*\/)+[\w.@+-]+/g, 'PATH')
    .replace(/-?\d+(?:[.:]\d+)*/g, 'N')
    .replace(/\s+/g, ' ')
    .trim();
  return clipped(plain, MOST_TEXT);
}
