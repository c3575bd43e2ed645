import type { Trial } from '../domain/lane.ts';
import { ROUNDS } from '../domain/rounds.ts';
import type { Entry, View } from '../domain/view.ts';
import { needEntry, versionOf } from './work.ts';

/** The attempt that an author is to make at an experiment: its first, or one that mends the last. */
export function trialOf(view: View, entry: Entry, by: string): Trial {
  const { proposal, experiment, candidate } = entry;
  const { verifications } = view.run()?.config.adjustable.rounds ?? ROUNDS;
  const again = candidate === undefined ? undefined : experiment?.again;
  const mend = again === undefined ? {} : { mend: { version: versionOf(view, proposal.id), ...again } };
  const session = sessionOf(view, again === undefined ? proposal.parents[0] : proposal.id, by, verifications);
  return {
    attempt: (experiment?.attempt ?? 0) + 1,
    verifications,
    ...mend,
    ...(session === undefined ? {} : { session }),
  };
}

/** The key of the call that makes an attempt. */
const authorKey = (id: string, attempt: number): string => (attempt <= 1 ? `${id}/author` : `${id}/${attempt}/author`);

/** The last conversation in which an experiment was made, where the same author had it. */
function sessionOf(view: View, id: string, by: string, verifications: number): string | undefined {
  // What the machine failed was begun again without anybody's being asked.
  for (let attempt = needEntry(view, id).experiment?.attempt ?? 0; attempt > 0; attempt--) {
    const made = authorKey(id, attempt);
    const revisions = Array.from({ length: verifications }, (_, nth) => `${made}/revise/${verifications - nth}`);
    const last = [...revisions, made].flatMap((key) => view.call(key) ?? [])[0];
    if (last !== undefined) return last.agent === by && last.outcome === 'answered' ? last.session : undefined;
  }
  return undefined;
}
