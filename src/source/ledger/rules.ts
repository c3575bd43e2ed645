import { type CycleLine, isProductive, RESULTS } from '../../domain/cycle.ts';
import { glob } from '../../lib/glob.ts';

/** What a ledger has to ask of the repository. */
export interface LedgerFacts {
  /** Whether a commit is there. */
  resolves(sha: string): Promise<boolean>;
  /** Paths that differ between two commits. */
  changed(from: string, to: string): Promise<readonly string[]>;
}

/** Notes and goals, and a change of these alone is no improvement. */
const NOTES = [glob('.agents/**'), glob('GOALS.md'), glob('GOALS.yaml')];

/** Whether a change has anything in it but notes and goals. */
export const isSubstantive = (paths: readonly string[]): boolean =>
  paths.some((path) => !NOTES.some((matches) => matches(path)));

/**
 * A line as the ledger takes it. Work that nothing came of is written as an idle line with what was attempted beside it, for only idle
 * lines may be unchanged; so is an improvement that changes nothing but notes and goals. Throws where a line breaks the rules.
 */
export async function admit(line: CycleLine, facts: LedgerFacts): Promise<CycleLine> {
  if (!RESULTS.includes(line.result)) throw broken(line, `${line.result} is no result`);
  if (line.target === '') throw broken(line, 'it has no target');
  if (line.result === 'unchanged') return fruitless(line);
  if (line.target === 'idle') throw broken(line, `what is idle can't be ${line.result}`);
  if (!isProductive(line.result)) return line;
  const { canonicalSha, cycleStartSha, goalsPassing, goalsTotal } = line;
  if (canonicalSha === undefined) throw broken(line, 'it names no commit');
  if (goalsPassing === undefined || goalsTotal === undefined) throw broken(line, 'it says nothing of the goals');
  if (!(await facts.resolves(canonicalSha))) throw broken(line, `there is no commit ${canonicalSha}`);
  if (line.result !== 'improved') return line;
  if (cycleStartSha === undefined) throw broken(line, 'it does not say where it began');
  const paths = await facts.changed(cycleStartSha, canonicalSha);
  return isSubstantive(paths)
    ? line
    : fruitless({ ...line, reason: line.reason ?? 'nothing but notes and goals changed' });
}

/** Without commits and goals: nothing has come of it. */
export function fruitless(line: CycleLine): CycleLine {
  const { canonicalSha, cycleStartSha, logSha, goalsPassing, goalsTotal, qualityScore, ...kept } = line;
  const attempted = line.target === 'idle' ? {} : { attempted: line.target };
  return { ...kept, target: 'idle', result: 'unchanged', ...attempted };
}

const broken = ({ cycle, target }: CycleLine, what: string): Error =>
  new Error(`cycle ${cycle} (${target || 'no target'}) can't be written to the ledger: ${what}`);
