import type { Charter } from '../../domain/charter.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Version } from '../../domain/lane.ts';
import { head } from '../../lib/quotation.ts';
import type { Repository } from '../../workspace/workspace.ts';

const MOST_READS = 12;
/** Of one file, and of all together. */
const READ_BYTES = 6 * 1024;
const READS_BYTES = 18 * 1024;
const MOST_GOALS = 60;

/** What the base's contract asks of whoever works on it, with what is to be read first. */
export async function charterOf(repository: Repository, base: Version, contract: Contract): Promise<Charter> {
  const { goals, program, profile, bundle } = contract;
  const reads: Charter['reads'][number][] = [];
  let room = READS_BYTES;
  for (const path of (profile?.startupReads ?? []).slice(0, MOST_READS)) {
    const bytes = await repository.read(base.commit, path.replace(/^\.\//, '')).catch(() => undefined);
    const text = bytes === undefined ? '(there is no such file)' : bytes.toString('utf8');
    const shown = head(text, Math.min(READ_BYTES, room));
    room -= Buffer.byteLength(shown);
    if (room <= 0) break;
    reads.push({ path, text: shown });
  }
  return {
    mission: goals?.mission ?? program?.objective ?? '',
    northStars: goals?.northStars ?? [],
    antiStars: goals?.antiStars ?? [],
    ...(program === undefined ? {} : { program }),
    goals: (goals?.goals ?? []).slice(0, MOST_GOALS).map(({ id, check, description }) => ({ id, check, description })),
    bundle,
    done: profile?.done.predicates ?? [],
    reads,
  };
}
