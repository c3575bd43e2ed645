import type { CandidateId } from '../domain/candidate.ts';
import type { Finding } from '../domain/round.ts';
import { head } from '../lib/quotation.ts';

/** What was shown of an experiment's files, piece by piece: each stands in its file as it stands here. */
export type Shown = ReadonlyMap<CandidateId, readonly string[]>;

/** Shorter ones are found everywhere, longer ones are retold. */
const LEAST_QUOTE = 6;
const MOST_QUOTE = 200;
const MOST_QUOTES = 3;
const MOST_FINDINGS = 12;
const DESCRIPTION_BYTES = 600;

export interface Proven {
  readonly findings: readonly Finding[];
  readonly unproven: number;
}

/**
 * The findings whose evidence stands in what was shown of the experiments that they name, word for word but for runs of white
 * space. Quotes that don't are left out, and so are experiments that were not shown; a finding without either counts as unproven.
 */
export function proven(claims: readonly Finding[], shown: Shown): Proven {
  const texts = new Map([...shown].map(([id, parts]) => [id, parts.map(folded)]));
  const findings = claims.flatMap((claim): readonly Finding[] => {
    const description = head(folded(claim.description), DESCRIPTION_BYTES);
    const experiments = [...new Set(claim.experiments)].filter((id) => texts.has(id));
    const stands = (quote: string) => experiments.some((id) => texts.get(id)?.some((text) => text.includes(quote)));
    const evidence = [...new Set(claim.evidence.map(folded))]
      .filter((quote) => quote.length >= LEAST_QUOTE && quote.length < MOST_QUOTE && stands(quote))
      .slice(0, MOST_QUOTES);
    return description === '' || evidence.length === 0 ? [] : [{ description, experiments, evidence }];
  });
  return { findings: findings.slice(0, MOST_FINDINGS), unproven: claims.length - findings.length };
}

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
