import { UserError } from '../../../lib/user-error.ts';
import type { Context } from '../../contract.ts';
import type { RunInput } from '../../settings.ts';
import { fooledBy } from './advice.ts';
import { checkedIn, harnessKey, remember } from './checked.ts';
import { type Harness, redTeam } from './red-team.ts';
import { detailOf, refusal, startLines } from './summary.ts';

const LEAST_LIMIT_MS = 5 * 60_000;
const TIMES_THE_BASELINE = 3;

/** A start must not take long: what sleeps, or never ends, takes this much each time. */
const QUICK = { leastMs: 2000, mutants: 12, oneByOne: 0 };

/**
 * Tries to fool the fitness command before the first run with it, and remembers that it did.
 * Contract: throws UserError on one that rewards a target that does nothing, unless forced.
 */
export async function checkFirst(
  harness: Harness,
  { unchecked, force }: Pick<RunInput, 'unchecked' | 'force'>,
  context: Context,
): Promise<void> {
  if (unchecked === true) return;
  const { repository, base, config } = harness;
  const stateDir = repository.state.dir;
  const key = await harnessKey(repository, base, config);
  const known = checkedIn(stateDir).find((one) => one.key === key);
  if (known !== undefined) {
    if (known.rewarded.length > 0 && force !== true) throw new UserError(refusal(known.rewarded, ''));
    return;
  }
  const limitMs = Math.max(LEAST_LIMIT_MS, TIMES_THE_BASELINE * harness.baselineMs);
  context.tell(
    `trying to fool the fitness command, for ${Math.ceil(limitMs / 60_000)} min at most (not with --unchecked) …`,
  );
  const findings = await redTeam(harness, { ...QUICK, limitMs }, context);
  const fooled = fooledBy(findings);
  if (fooled.length > 0 && force !== true) throw new UserError(refusal(ids(fooled), detailOf(findings)));
  const said = startLines(findings);
  for (const line of said) context.tell(line);
  if (fooled.length > 0) context.tell(`warning: it rewards a target that does nothing (${ids(fooled).join(', ')})`);
  // When the machine fails the next run may know better.
  const broken = findings.cases.some(({ left }) => left === 'machine');
  if (!broken) remember(stateDir, { key, rewarded: ids(fooled), said });
}

const ids = (cases: readonly { readonly id: string }[]): readonly string[] => cases.map(({ id }) => id);
