import { rng } from '../../src/domain/rng.ts';
import type { Genome, World } from './landscape.ts';

const FAMILIES = 6;
/** Answers that say again what is there. */
const SAME = 0.1;

/**
 * Ideas come in families, each with a ceiling of its own that gains fade towards; large changes go to another family and have to
 * begin low there. A genome is its family, its level and its name.
 */
export const families =
  (invalid: number) =>
  (seed: number): World => {
    const random = rng(seed, 'families');
    const drawn = Array.from({ length: FAMILIES }, () => 0.3 + 0.7 * random.next()).sort((a, b) => a - b);
    const most = drawn.at(-1) ?? 1;
    // The user's program is of a middling family.
    const ceilings = [drawn[2] ?? 0, ...drawn.filter((_, index) => index !== 2)];
    return {
      start: [0, 0, 0],
      quality: ([family = 0, level = 0]) => ((ceilings[family] ?? 0) * level) / most,
      change(change, [one, other = one], draw): Genome | undefined {
        const [family = 0, level = 0] = one;
        if (draw.next() < invalid) return undefined;
        if (draw.next() < SAME) return one;
        const name = draw.int(2 ** 32);
        if (change === 'fresh' || draw.next() < 0.03) return [draw.int(FAMILIES), level * draw.next(), name];
        const from = change === 'cross' ? (level + (other[1] ?? 0)) / 2 : level;
        const into = change === 'cross' && draw.int(2) === 0 ? (other[0] ?? family) : family;
        const helps = draw.next() < 0.02 + 0.3 * (1 - from);
        const u = draw.next();
        return [into, helps ? from + (1 - from) * 0.3 * u : from * (1 - 0.3 * u), name];
      },
    };
  };
