import type { Finding, Idea, Situation } from '../domain/round.ts';
import { bullets, fenced, head } from '../lib/quotation.ts';
import { line, lineOf } from './exhibit.ts';

/** Of each list. */
const MOST_PARENTS = 12;
const MOST_FINDINGS = 24;
const MOST_PATTERNS = 24;
const MOST_IDEAS = 12;
const MOST_DISCARDS = 24;
const MOST_HINTS = 12;
const STATE_BYTES = 6 * 1024;
const ITEM_BYTES = 500;

/** What a round knows, in parts: each is empty, or fenced, since agents and candidates wrote most of it. */
export function partsOf(situation: Situation): Readonly<Record<string, string>> {
  const { state, parents, findings, patterns, ideas, hints, discards } = situation;
  return {
    state: block(head(state.trim(), STATE_BYTES)),
    parents: block(
      parents
        .slice(0, MOST_PARENTS)
        .map((one) => `- ${lineOf(one)}`)
        .join('\n'),
    ),
    findings: block(findings.slice(0, MOST_FINDINGS).map(findingLine).join('\n')),
    patterns: listed(
      patterns.map(({ kind, label, experiments }) => `${kind}: ${line(label)} (${experiments.join(', ')})`),
      MOST_PATTERNS,
    ),
    ideas: listed(ideas.map(ideaLine), MOST_IDEAS),
    hints: listed(hints, MOST_HINTS),
    discards: listed(
      discards.map(({ hypothesis, reason }) => `${line(hypothesis, 200)}: ${line(reason, 250)}`),
      MOST_DISCARDS,
    ),
  };
}

const block = (text: string): string => (text === '' ? '' : fenced(text));

const listed = (items: readonly string[], most: number): string => block(bullets(items, most, ITEM_BYTES));

const findingLine = ({ description, experiments, evidence }: Finding): string =>
  [
    `- ${line(description)} (${experiments.join(', ')})`,
    ...evidence.map((quote) => `  as in: ${line(quote, 220)}`),
  ].join('\n');

function ideaLine({ ideator, hypothesis, technique, gain, confidence, parent, sources }: Idea): string {
  const from = parent === undefined ? '' : `, from ${parent}`;
  const cited = sources.length === 0 ? '' : ` [${sources.join(' ')}]`;
  return `${line(hypothesis, 220)} By ${line(technique, 160)} (${ideator}, gain ${gain}, confidence ${confidence}${from})${cited}`;
}
