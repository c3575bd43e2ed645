import type { Change } from '../domain/operator.ts';
import { UNVERIFIED } from '../domain/verification.ts';
import { head } from '../lib/quotation.ts';
import type { Revision } from './trial.ts';
import type { Writing } from './writing.ts';

const REASON_BYTES = 500;

/**
 * A change that has passed verification, revised by what was found for as long as it may be. Without a trial, or where nobody
 * verifies, it is taken as it is. What came to nothing is verified by nobody.
 */
export async function verified(
  { job: { trial }, draft, signal }: Writing,
  first: Change,
  revise: (revision: Revision, nth: number) => Promise<Change>,
): Promise<Change> {
  if (trial === undefined || draft.verify === undefined) return first;
  let change = first;
  for (let nth = 1; change.kind === 'changed'; nth++) {
    const verdict = await draft.verify(nth, signal);
    if (verdict.kind === 'passed') return change;
    if (verdict.kind !== 'failed') return verdict;
    const left = trial.verifications - nth;
    if (left <= 0)
      return { kind: 'failed', reason: head(`${UNVERIFIED}: ${verdict.findings.join('; ')}`, REASON_BYTES) };
    change = await revise({ findings: verdict.findings, left }, nth);
  }
  return change;
}
