/** A source of draws that belongs to one purpose; two purposes never share a stream. */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  int(below: number): number;
  /** Standard normal. */
  normal(): number;
}

/**
 * Contract: the same seed and keys give the same draws on every machine, whatever else was drawn before.
 */
export function rng(seed: number, ...keys: readonly (string | number)[]): Rng {
  const hash = hashOf(`${seed}\u0000${keys.join('\u0000')}`);
  let [a, b, c, d] = [hash(), hash(), hash(), hash()];
  // sfc32: passes the usual test batteries with 32-bit arithmetic only.
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    c |= 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();
  return {
    next,
    int: (below) => Math.floor(next() * below),
    normal: () => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return radius * Math.cos(2 * Math.PI * next());
    },
  };
}

/** xmur3: turns a text into as many 32-bit words as are asked for. */
function hashOf(text: string): () => number {
  let h = 1779033703 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  return () => {
    h = Math.imul(h ^ (h >>> 16), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    h ^= h >>> 16;
    return h >>> 0;
  };
}
