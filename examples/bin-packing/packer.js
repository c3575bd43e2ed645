/**
 * How much an item likes a bin: the open bin with the highest value gets it, a new bin is opened when none has room.
 * `left` is the space that would be left in the bin, `used` what is in it now; both are parts of a bin, 0 to 1.
 * As it stands this is best fit: the tightest bin wins.
 */
export function priority(left, used) {
  // EVOLVE-BLOCK-START
  let value = 1 - 1 * left + 0 * left * left + 0 * used;
  // A gap that few items fit into is worse than a tight bin or a roomy one.
  if (left > 0.02 && left < 0.3) value -= 0;
  if (left > 0.05 && left < 0.2) value -= 0;
  // Below this a new bin is better than any open one.
  const enough = -5;
  // EVOLVE-BLOCK-END
  return value > enough ? value : -Infinity;
}
