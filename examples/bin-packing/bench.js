// Online bin packing: items come one by one and stay where they were put. Prints how many more bins than the lower
// bound were used, in percent, over fixed instances: lower is better.
import { priority } from './packer.js';

const CAPACITY = 100;
const ITEMS = 600;
const INSTANCES = 10;

let excess = 0;
for (let seed = 1; seed <= INSTANCES; seed++) {
  const items = weibull(seed);
  const bound = Math.ceil(items.reduce((sum, item) => sum + item, 0) / CAPACITY);
  excess += (100 * (pack(items) - bound)) / bound / INSTANCES;
}
console.log(excess.toFixed(4));

function pack(items) {
  const space = [];
  for (const item of items) {
    let chosen = -1;
    let highest = -Infinity;
    for (let bin = 0; bin < space.length; bin++) {
      if (space[bin] < item) continue;
      const value = priority((space[bin] - item) / CAPACITY, (CAPACITY - space[bin]) / CAPACITY);
      if (Number.isNaN(value)) throw new Error('the priority is not a number');
      if (value > highest) [chosen, highest] = [bin, value];
    }
    if (chosen === -1) space.push(CAPACITY - item);
    else space[chosen] -= item;
  }
  return space.length;
}

/** Sizes as in the literature: Weibull with scale 45 and shape 3, whole numbers from 1 to the capacity. */
function weibull(seed) {
  let state = seed * 2654435761;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return Array.from({ length: ITEMS }, () => {
    const size = Math.round(45 * (-Math.log(1 - uniform())) ** (1 / 3));
    return Math.min(CAPACITY, Math.max(1, size));
  });
}
