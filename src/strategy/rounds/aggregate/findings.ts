import { isAlike } from '../../../domain/likeness.ts';
import type { Finding } from '../../../domain/round.ts';

/** A prompt holds them all. */
const MOST_FINDINGS = 40;
const MOST_EVIDENCE = 3;

/** Of findings about the same experiments that say nearly the same, one is left, with what proves any of them. */
export function mergedFindings(findings: readonly Finding[]): readonly Finding[] {
  const merged: Finding[] = [];
  for (const finding of findings) {
    const at = merged.findIndex(
      (one) => isSameSet(one.experiments, finding.experiments) && isAlike(one.description, finding.description),
    );
    const known = merged[at];
    if (known === undefined) merged.push(finding);
    else {
      const evidence = [...new Set([...known.evidence, ...finding.evidence])].slice(0, MOST_EVIDENCE);
      merged[at] = { ...known, evidence };
    }
  }
  return merged.slice(0, MOST_FINDINGS);
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean => {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((id) => b.has(id));
};
