import { median } from '../../domain/compare.ts';
import { formatDuration, plural } from '../../lib/format.ts';
import type { Sight } from './sight.ts';
import type { Sighting } from './sighting.ts';

/** So many times as long as is usual is far longer; what is short may take many times as long by chance. */
const FAR = 3;
const LEAST_MS = 10 * 60_000;
/** Fewer say nothing about what is usual. */
const PEERS = 3;
/** Rounds are few, and each is long. */
const EARLIER_ROUNDS = 2;

/** Attempts that go on far longer than others took, or longer than their commands may. */
export function stuckAttempts({ active, endedMs, limitMs }: Sight): readonly Sighting[] {
  const usual = usualOf(endedMs, PEERS);
  // They may wait for each other: one is measured at a time.
  const longest = Math.max(LEAST_MS, limitMs * active.length);
  return active.flatMap(({ id, attempt, ms }) => {
    const far = usual !== undefined && isFar(ms, usual);
    if (!far && ms <= longest) return [];
    const why = far
      ? `others took about ${formatDuration(usual)}`
      : `all its commands together may take ${formatDuration(limitMs)}`;
    return [
      {
        kind: 'alert',
        head: `${id} attempt ${attempt} seems stuck`,
        rest: `it has gone on for ${formatDuration(ms)}, ${why}. See evolve exp show ${id}; end it with evolve exp abort ${id}`,
      },
    ];
  });
}

/** Calls of agents that take far longer than others in the same role. */
export const stuckCalls = ({ calls, calledMs }: Sight): readonly Sighting[] =>
  calls.flatMap(({ key, agent, role, ms }) => {
    const usual = usualOf(calledMs[role] ?? [], PEERS);
    if (usual === undefined || !isFar(ms, usual)) return [];
    const rest = `${agent} has worked on it for ${formatDuration(ms)}, as ${role} about ${formatDuration(usual)} are usual. It ends by itself at --agent-timeout`;
    return [{ kind: 'alert', head: `call ${key} seems stuck`, rest }];
  });

/** A round that takes far longer than those before it. */
export function overrun({ round, roundsMs }: Sight): readonly Sighting[] {
  const usual = usualOf(roundsMs, EARLIER_ROUNDS);
  if (round === undefined || usual === undefined || !isFar(round.ms, usual)) return [];
  const rest = `it has gone on for ${formatDuration(round.ms)}, the ${plural(roundsMs.length, 'round')} before took about ${formatDuration(usual)}. See what is still open: evolve exp status`;
  return [{ kind: 'alert', head: `round ${round.round} takes far longer than the others`, rest }];
}

const usualOf = (ms: readonly number[], least: number): number | undefined =>
  ms.length < least ? undefined : median(ms);

const isFar = (ms: number, usual: number): boolean => ms >= LEAST_MS && ms > FAR * usual;
