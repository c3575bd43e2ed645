import { isAlike } from '../../domain/likeness.ts';
import { plural } from '../../lib/format.ts';
import { plain } from '../../lib/width.ts';
import type { Log } from './host.ts';
import { clip, type Sighting } from './sighting.ts';

/** The logs of an experiment's newest attempt. */
export interface Printed {
  readonly experiment: string;
  readonly logs: readonly Log[];
}

/** What programs say when they go on although something is wrong. */
const WARNING =
  /\b(?:warn(?:ing|ings)?|deprecat(?:ed|ion)|fall(?:ing|s)?[ -]?back|mismatch(?:ed)?|out of memory|oom|overflow(?:ed)?|underflow|truncat(?:ed|ing)|not converged|did not converge|parity|ill-conditioned|precision loss|retrying|timed out|chat_template|eos[ _]token|pad[ _]token)\b|(?<![\w-])(?:nan|-?inf)(?![\w-])/i;
/** Lines that speak of warnings because there are none. */
const CALM =
  /\b(?:0|no|without(?: any)?) (?:\w+ )?(?:warn(?:ing)?s?|errors?|mismatch(?:es)?|overflows?)\b|-W[a-z]|--?no-warn/i;
/** What is shown of a line. */
const SHOWN = 140;
const FEWEST = 4;

/**
 * Lines that warn of something, each once, however often and with whatever numbers.
 * Contract: none that somebody has annotated.
 */
export function buriedWarnings(printed: readonly Printed[], annotations: readonly string[]): readonly Sighting[] {
  const found = new Map<string, { readonly line: string; readonly where: string; readonly by: Set<string> }>();
  for (const { experiment, logs } of printed)
    for (const { name, tail } of logs)
      for (const line of tail.split('\n')) {
        if (!WARNING.test(line) || CALM.test(line)) continue;
        const form = formOf(line);
        if (form.length < FEWEST) continue;
        const known = found.get(form) ?? { line: plain(line), where: `${name} of ${experiment}`, by: new Set() };
        found.set(form, known);
        known.by.add(experiment);
      }
  const noted = annotations.map(formOf);
  return [...found]
    .filter(([form]) => !noted.some((one) => one.includes(form) || isAlike(one, form)))
    .map(([form, { where, by }]) => ({
      kind: 'alert',
      head: `buried warning ${JSON.stringify(clip(form, SHOWN))}`,
      rest: `in ${where}${by.size > 1 ? `, and in ${plural(by.size - 1, 'other')}` : ''}. If it is harmless, say so: evolve exp annotate`,
    }));
}

/** A line without what differs from run to run: times, numbers, addresses and folders. */
const formOf = (line: string): string =>
  plain(line)
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*/g, '')
    .replace(/\b\d\d:\d\d:\d\d\S*/g, '')
    .replace(/0x[0-9a-f]+/gi, '#')
    .replace(/(?:[\w.~-]*\/)+(?=[\w.-])/g, '')
    .replace(/\b[0-9a-f]{7,40}\b/gi, '#')
    .replace(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, '#')
    .replace(/\s+/g, ' ')
    .trim();
