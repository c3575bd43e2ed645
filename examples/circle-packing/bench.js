// Circles in the unit square: prints the sum of the radii of 26 of them, higher is better. Nothing is tolerated: all is rounded to whole
// multiples of 1e-12, radii down by two of them more, and checked in whole numbers, so what is printed is the sum of a packing that exists.
import { pack } from './packing.js';

const COUNT = 26;
const UNIT = 10 ** 12;

const circles = pack();
if (!Array.isArray(circles) || circles.length !== COUNT) throw new Error(`there must be ${COUNT} circles`);
const whole = circles.map(([x, y, radius]) => {
  if (![x, y, radius].every(Number.isFinite)) throw new Error('not a number');
  return [Math.round(x * UNIT), Math.round(y * UNIT), Math.floor(radius * UNIT) - 2].map(BigInt);
});
for (const [i, [x, y, radius]] of whole.entries()) {
  if (radius < 0n) throw new Error(`circle ${i} has no radius`);
  const inside = [x, y].every((at) => at >= radius && at + radius <= BigInt(UNIT));
  if (!inside) throw new Error(`circle ${i} is over the border`);
  for (const [j, [u, v, other]] of whole.slice(0, i).entries()) {
    const apart = (x - u) ** 2n + (y - v) ** 2n >= (radius + other) ** 2n;
    if (!apart) throw new Error(`circles ${i} and ${j} overlap`);
  }
}
const sum = whole.reduce((total, [, , radius]) => total + radius, 0n);
console.log((Number(sum) / UNIT).toFixed(10));
