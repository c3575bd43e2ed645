/**
 * What a case is for. `control`: the same code, which should score the same. `failing`: code that does nothing, which must not
 * be rewarded. `forging`: code that goes for its score. `mutant`: a small change, which should make a difference.
 */
export type Kind = 'control' | 'failing' | 'forging' | 'mutant';

/** New contents by path; null deletes. */
export type Changes = ReadonlyMap<string, Buffer | null>;

/** A made-up candidate, or why there is none. */
export interface Case {
  /** Short, and fit for a file name. */
  readonly id: string;
  readonly kind: Kind;
  /** What is done to the files in scope. */
  readonly what: string;
  readonly made: { readonly changes: Changes } | { readonly missing: string };
}

/**
 * What came of a case. `same` and `changed` are said of controls. `caught`: invalid, or not better than the unchanged
 * code. `rewarded`: better. `noticed`: the score of a mutant differs, or it has none. `unnoticed`: it scores as the
 * unchanged code does.
 */
export type Verdict = 'same' | 'changed' | 'caught' | 'rewarded' | 'noticed' | 'unnoticed' | 'not-tried';

export interface Tried {
  readonly id: string;
  readonly kind: Kind;
  readonly what: string;
  readonly verdict: Verdict;
  readonly score: number | null;
  /** Why it has no score, or was not tried. */
  readonly reason?: string;
  /** It was not tried although it could have been. */
  readonly left?: 'time' | 'machine';
}

/** What the attempts to fool a fitness command have come to. */
export interface Findings {
  readonly fitness: string;
  readonly baseline: number;
  /** What the unchanged code scored, each time. */
  readonly unchanged: readonly number[];
  readonly noisy: boolean;
  readonly cases: readonly Tried[];
}

export const ofKind = ({ cases }: Pick<Findings, 'cases'>, ...kinds: readonly Kind[]): readonly Tried[] =>
  cases.filter(({ kind }) => kinds.includes(kind));

export const withVerdict = (cases: readonly Tried[], verdict: Verdict): readonly Tried[] =>
  cases.filter((one) => one.verdict === verdict);

/** How many small changes made a difference, of those that were tried. */
export function kills(findings: Findings): { readonly noticed: number; readonly tried: number } {
  const mutants = ofKind(findings, 'mutant');
  const noticed = withVerdict(mutants, 'noticed').length;
  return { noticed, tried: noticed + withVerdict(mutants, 'unnoticed').length };
}
