import { type FollowUp, SEVERITIES } from '../../domain/work-item.ts';
import { cut, plain } from '../../lib/width.ts';
import type { Site } from './site.ts';

/** Something to do that a generator has found. Its title is the same as long as the same thing is wrong. */
export interface Finding extends FollowUp {
  /** With line where there is one: `src/a.ts:12`. */
  readonly evidence: string;
  /** The file that is wrong: what may not be changed is no work. */
  readonly path?: string;
  /** How bad it is among those of its severity: more is worse. */
  readonly weight: number;
  /** In an agent's words, which would be others the next time. */
  readonly said?: true;
}

export interface Findings {
  readonly found: readonly Finding[];
  /** What was not looked at, and why. */
  readonly skipped: readonly string[];
}

/** One thing that a generator looks at. */
export interface Check {
  /** As people are told of it: `coverage`. */
  readonly name: string;
  /** Asked only where nothing else was found: it is paid for. */
  readonly otherwise?: true;
  look(site: Site): Promise<Findings>;
}

export const found = (...findings: readonly Finding[]): Findings => ({ found: findings, skipped: [] });
export const skipped = (...reasons: readonly string[]): Findings => ({ found: [], skipped: reasons });

export const joined = (all: readonly Findings[]): Findings => ({
  found: all.flatMap((one) => one.found),
  skipped: all.flatMap((one) => one.skipped),
});

/** A place in a file, as evidence has it. */
export const at = (path: string, line: number): string => `${path}:${line}`;

const SHOWN = 5;

/** Several places, the first few by name. */
export function places(all: readonly string[]): string {
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : '';
  return `${all.slice(0, SHOWN).join(', ')}${more}`;
}

const MOST_TITLE = 100;

/** A title in one line. */
export const titled = (text: string): string => cut(plain(text.replace(/\s+/g, ' ').trim()), MOST_TITLE);

/** Those to be written down, the worst first. */
export function worst(findings: readonly Finding[], most: number): readonly Finding[] {
  const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);
  const inOrder = [...findings].sort(
    (a, b) => rank(a) - rank(b) || b.weight - a.weight || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0),
  );
  return inOrder.slice(0, most);
}
