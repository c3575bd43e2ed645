import { createHash } from 'node:crypto';
import { type Directive, STEERS, type Steer } from '../../domain/goals.ts';
import type { Line, Part } from '../markdown.ts';
import type { Remark } from '../remark.ts';

export interface DirectivesRead {
  readonly directives: readonly { readonly directive: Directive; readonly lines: readonly Line[] }[];
  readonly problems: readonly Remark[];
  readonly oddities: readonly Remark[];
}

const TITLE = /^(\d+)[.)]\s*(.+)$/;
const ATTRIBUTE = /^\s*\*\*\s*(Steer|Directive ID|Scenarios)\s*:?\s*\*\*\s*:?\s*(.*)$/i;

/** The directives of their section, whose own part comes first. Each goes up to the next heading of its level. */
export function directivesOf(section: readonly Part[]): DirectivesRead {
  const problems: Remark[] = [];
  const oddities: Remark[] = [];
  const directives: { directive: Directive; lines: readonly Line[] }[] = [];
  const lineBy = new Map<string, number>();
  section.forEach((part, index) => {
    if (part.level !== 3 || part.heading === undefined) return;
    const [, digits, title] = TITLE.exec(part.title) ?? [];
    const line = part.heading.number;
    if (digits === undefined || title === undefined) {
      oddities.push({
        line,
        text: `Directives: ${JSON.stringify(part.title)} has no number and is left out: write "### 1. Title".`,
      });
      return;
    }
    const next = section.findIndex((one, at) => at > index && one.level <= 3);
    const own = section.slice(index, next === -1 ? undefined : next);
    const body = own.flatMap((one, at) =>
      at === 0 || one.heading === undefined ? one.lines : [one.heading, ...one.lines],
    );
    const directive = directiveOf(Number(digits), title, body, oddities);
    for (const key of [`number ${directive.number}`, `id ${JSON.stringify(directive.id)}`]) {
      const before = lineBy.get(key);
      if (before !== undefined)
        problems.push({ line, text: `Directives: the ${key} is given twice, first on line ${before}.` });
      else lineBy.set(key, line);
    }
    directives.push({ directive, lines: [part.heading, ...body] });
  });
  return { directives, problems, oddities };
}

function directiveOf(number: number, title: string, lines: readonly Line[], oddities: Remark[]): Directive {
  let id = `directive-${number}`;
  let steer: Steer | undefined;
  const body: string[] = [];
  for (const line of lines) {
    const [, name, value = ''] = ATTRIBUTE.exec(line.text) ?? [];
    if (name === undefined) body.push(line.text);
    else if (/^steer$/i.test(name)) {
      const word = /^[`"']*([A-Za-z]+)/.exec(value.trim())?.[1]?.toLowerCase();
      steer = STEERS.find((one) => one === word);
      if (steer === undefined)
        oddities.push({
          line: line.number,
          text: `Directives: the steer of ${number} is none of ${STEERS.join(', ')} and is left out.`,
        });
    } else if (/^directive id$/i.test(name)) id = value.trim().replaceAll('`', '') || id;
  }
  const text = body.join('\n').trim();
  return {
    number,
    title: title.trim(),
    body: text,
    ...(steer === undefined ? {} : { steer }),
    id,
    hash: shortHash(JSON.stringify([title.trim(), text, steer ?? null])),
  };
}

/** The first 12 hex digits of the SHA-256. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
