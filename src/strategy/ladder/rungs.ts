import type { SessionState } from '../../domain/cycle.ts';
import { GENERATORS, type Generator } from '../../domain/work-item.ts';

/** What waits, from the top. `high`, `medium` and `low` are findings by how bad they are; `emergency` are heavy goals and the first gap. */
export type Rung = 'harvested' | 'high' | 'medium' | 'low' | 'beads' | 'directive' | 'goal' | 'emergency';

export interface Rungs {
  readonly waiting: readonly Rung[];
  readonly generators: readonly Generator[];
}

const STANDARD: readonly string[] = ['harvested', 'beads', 'directive', 'goal', ...GENERATORS];

/** What the first four leave over comes last, before anything new is looked for. */
const QUALITY: readonly Rung[] = ['high', 'medium', 'beads', 'emergency', 'low', 'goal'];

/** From the top; `order` is the repository's own, of which only what it names is looked at. The queue stands above all of it. */
export function rungsOf(mode: SessionState['mode'], order: readonly string[] = STANDARD): Rungs {
  const named = order.includes('performance') ? order : order.flatMap((one) => (one === 'drift' ? PERFORMING : [one]));
  const generators = named.flatMap((name) => GENERATORS.find((one) => one === name) ?? []);
  if (mode === 'quality') return { waiting: QUALITY, generators };
  const waiting = named.flatMap((name) => WAITING.find((one) => one === name) ?? []);
  const isOfGoals = (rung: Rung): boolean => rung === 'directive' || rung === 'goal';
  return { waiting: mode === 'beads-only' ? waiting.filter((rung) => !isOfGoals(rung)) : waiting, generators };
}

/** Files of that kind know nothing of performance, which is looked at on the same rung. */
const PERFORMING = ['drift', 'performance'];

const WAITING: readonly Rung[] = ['harvested', 'beads', 'directive', 'goal'];
