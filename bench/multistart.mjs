// Plain multistart for 26 circles in the unit square: random centres that grow and push each other apart, over and over for so many seconds
// of processor time. Prints a line for each better packing, the circles in it.
const COUNT = 26;
const ROUNDS = 5000;
// Set by hand, in a minute of trying: slower decay packs tighter and has fewer starts.
const [GROWTH, DECAY, PUSH, SHRINK] = [0.003, 0.998, 0.3, 0.1];
const until = Number(process.argv[2] ?? 10);
const spent = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;

function descend(x, y, r) {
  for (let [round, growth] = [0, GROWTH]; round < ROUNDS; round++, growth *= DECAY) {
    for (let i = 0; i < COUNT; i++) r[i] += growth;
    for (let i = 0; i < COUNT; i++) {
      for (let j = 0; j < i; j++) {
        const [dx, dy, reach] = [x[i] - x[j], y[i] - y[j], r[i] + r[j]];
        const square = dx * dx + dy * dy;
        if (square >= reach * reach) continue;
        const distance = Math.sqrt(square) || 1e-9;
        const move = (PUSH * (reach - distance)) / distance;
        x[i] += move * dx;
        y[i] += move * dy;
        x[j] -= move * dx;
        y[j] -= move * dy;
        r[i] -= SHRINK * (reach - distance);
        r[j] -= SHRINK * (reach - distance);
      }
      for (const at of [x, y]) {
        const over = Math.max(0, at[i] + r[i] - 1) - Math.max(0, r[i] - at[i]);
        at[i] -= 2 * PUSH * over;
        r[i] -= 2 * SHRINK * Math.abs(over);
      }
    }
  }
}

/** Radii that fit: shrunk where they don't, then as large as there is room. */
function settle(x, y, r) {
  const room = (i) => {
    let most = Math.min(x[i], y[i], 1 - x[i], 1 - y[i]);
    for (let j = 0; j < COUNT; j++) if (j !== i) most = Math.min(most, Math.hypot(x[i] - x[j], y[i] - y[j]) - r[j]);
    return most - 1e-11;
  };
  for (let i = 0; i < COUNT; i++) {
    for (let j = 0; j < i; j++) {
      const over = r[i] + r[j] - Math.hypot(x[i] - x[j], y[i] - y[j]);
      if (over > 0) [r[i], r[j]] = [r[i] - over / 2, r[j] - over / 2];
    }
  }
  for (let i = 0; i < COUNT; i++) r[i] = Math.max(0, Math.min(r[i], room(i)));
  for (let i = 0; i < COUNT; i++) r[i] = Math.max(r[i], room(i));
}

let best = 0;
let starts = 0;
while (spent() < until) {
  const [x, y] = [0, 1].map(() => Float64Array.from({ length: COUNT }, Math.random));
  const r = new Float64Array(COUNT);
  descend(x, y, r);
  settle(x, y, r);
  const sum = r.reduce((total, one) => total + one, 0);
  starts++;
  if (sum <= best) continue;
  best = sum;
  console.log(JSON.stringify({ sum, starts, seconds: spent(), circles: [...r.keys()].map((i) => [x[i], y[i], r[i]]) }));
}
console.log(JSON.stringify({ starts, seconds: spent() }));
