import type { Dossier, ParentFacts, Tried, TriedNear } from '../domain/lane.ts';
import { formatScore } from '../lib/format.ts';
import { bullets, fenced, head, printed } from '../lib/quotation.ts';
import { contextOf as targetContext } from './aim.ts';
import { page } from './page.ts';

const QUOTED_BYTES = 1536;
const SUMMARY_BYTES = 300;
const REASON_BYTES = 500;
export const MOST_LISTED = 10;
const MOST_METRICS = 16;
const MOST_KIN = 12;
/** Of a line about what failed: what is left is for the idea. */
const WHY_BYTES = 120;
/** An id, a score and a sentence. */
const LINE_BYTES = 240;

/** What a prompt tells of the past: text of others is fenced. */
export function contextOf(
  { parents: [first], tried, kin = [], inspirations, target }: Dossier,
  marked: readonly string[],
): string {
  if (first === undefined) throw new Error('there is no parent to tell of');
  return page('context', {
    target: target === undefined ? '' : targetContext(target),
    parent: parentOf(first),
    name: first.id,
    blocks: head(marked.join(', '), 1024),
    tried: listed(tried.map(line)),
    kin: listed(kin.map(nearLine), MOST_KIN),
    inspirations: listed(inspirations.map(line)),
  });
}

export function parentOf(facts: ParentFacts): string {
  const { id, summary, refused, feedback = '', failure, sameSyntax = '', metrics = {} } = facts;
  const numbers = Object.entries(metrics).map(([name, value]) => `${name}: ${formatScore(value)}`);
  return page('parent', {
    name: id,
    failure: quoted(flat(failure?.reason ?? ''), REASON_BYTES),
    tail: quoted(failure?.tail ?? '', QUOTED_BYTES),
    summary: quoted(flat(summary), SUMMARY_BYTES),
    twin: sameSyntax,
    refused: listed(refused.map(({ path, reason }) => `${path}: ${reason}`)),
    metrics: listed(numbers, MOST_METRICS),
    feedback: quoted(feedback, QUOTED_BYTES),
  });
}

function line({ id, summary, score, reason }: Tried): string {
  const came = score === null ? head(flat(reason ?? 'no score'), WHY_BYTES) : `score ${formatScore(score)}`;
  return `${id}, ${came}${summary === '' ? '' : `: ${summary}`}`;
}

const nearLine = (tried: TriedNear): string => line({ ...tried, id: `${tried.id} from ${tried.from}` });

const flat = (text: string): string => text.replace(/\s+/g, ' ');

const quoted = (text: string, bytes: number): string => {
  const shown = printed(text, bytes);
  return shown === '' ? '' : fenced(shown);
};

const listed = (items: readonly string[], most = MOST_LISTED): string =>
  items.length === 0 ? '' : fenced(printed(bullets(items, most, LINE_BYTES), 3 * QUOTED_BYTES));

/** As the user wrote them: they are no text of others. */
export function directivesIn({ directives }: Pick<Dossier, 'directives'>): string {
  if (directives === undefined) return '';
  const cut = directives.cut === true ? ['(Older ones are left out here.)'] : [];
  return [...cut, ...directives.told.map(({ id, text }) => `### ${id}\n\n${text.trim()}`)].join('\n\n');
}
