import type { GenerateAnswer } from '../../domain/cycle.ts';
import type { Version } from '../../domain/lane.ts';
import type { Question } from '../../domain/question.ts';
import type { Generator } from '../../domain/work-item.ts';
import { head } from '../../lib/quotation.ts';
import type { Desk } from '../desk.ts';
import { harvest } from '../next-work/harvest.ts';
import { bugHunt } from './bug-hunt/bug-hunt.ts';
import { drift } from './drift/drift.ts';
import { feature } from './feature/feature.ts';
import { type Check, type Finding, type Findings, joined, skipped, worst } from './finding.ts';
import { isAllowed, unknown } from './guard.ts';
import { knownWork, writtenBy } from './known.ts';
import { lookOnce } from './looked.ts';
import { performance } from './performance/performance.ts';
import { MOST_FILES, openSite, type Site } from './site.ts';
import { testing } from './testing/testing.ts';
import { validation } from './validation/validation.ts';

export type GenerateQuestion = Extract<Question, { readonly of: 'generate' }>;

/** So many items a pass: more would be stale before anybody comes to them. */
const MOST = 5;
const MOST_SKIPPED = 12;
const MOST_WORDS = 300;

/** What each of them looks at, in order. */
const CHECKS: Readonly<Record<Generator, readonly Check[]>> = {
  testing,
  validation,
  'bug-hunt': bugHunt,
  drift,
  performance,
  feature,
};

/**
 * Looks for work and writes down what it finds: the worst of what nobody knows yet.
 * Contract: done twice it is done once. What can't be looked at is said, and is no finding.
 */
export async function generate(
  desk: Desk,
  question: GenerateQuestion,
  version: Version,
  signal: AbortSignal,
): Promise<GenerateAnswer> {
  const { generator, cycle, key } = question;
  const producer = `${desk.runId}/${key}`;
  const written = writtenBy(desk, producer);
  if (written !== undefined) return { generator, titles: written, skipped: [] };
  const site = await openSite(desk, question, version, signal);
  const known = await knownWork(desk, signal);
  const freshOf = ({ found }: Findings): readonly Finding[] =>
    worst(
      unknown(
        found.filter((one) => isAllowed(one, site.contract)),
        known,
      ),
      MOST,
    );
  const [first, last] = [
    CHECKS[generator].filter(({ otherwise }) => !otherwise),
    CHECKS[generator].filter(({ otherwise }) => otherwise),
  ];
  const seen = await lookAt(site, first);
  const looked = freshOf(seen).length > 0 ? seen : joined([seen, await lookAt(site, last)]);
  const items = freshOf(looked);
  const titles =
    items.length === 0
      ? []
      : await harvest(
          desk.root,
          {
            epic: `evolve:cycle-${cycle}`,
            producer,
            source: generator === 'feature' ? 'feature-suggestion' : 'evolve-generator',
            at: new Date(desk.now()).toISOString(),
            items,
          },
          signal,
        );
  return { generator, titles, skipped: told(site, looked) };
}

function told({ contract, sources }: Site, looked: Findings): readonly string[] {
  const outside = looked.found.filter((one) => !isAllowed(one, contract)).length;
  return [
    ...looked.skipped,
    ...(outside === 0 ? [] : [`${outside} found in files that the program does not let change`]),
    ...(sources.length < MOST_FILES ? [] : [`only the first ${MOST_FILES} source files were looked at`]),
  ]
    .slice(0, MOST_SKIPPED)
    .map((one) => head(one.replace(/\s+/g, ' '), MOST_WORDS));
}

/** One after the other. A check that trips over something odd does not keep the others from looking. */
async function lookAt(site: Site, checks: readonly Check[]): Promise<Findings> {
  const all: Findings[] = [];
  for (const check of checks) {
    site.signal.throwIfAborted();
    try {
      all.push(await lookOnce(site, check));
    } catch (error) {
      site.signal.throwIfAborted();
      all.push(skipped(`${check.name}: ${error instanceof Error ? error.message : String(error)}`));
    }
  }
  return joined(all);
}
