/** What a candidate may compute: so many rounds take about 15 ms. */
const ROUNDS = 3000;

/**
 * 26 circles in the unit square, as `[x, y, radius]`, for a large sum of radii: a grid of five by five and one between four of them, which
 * grow for a while and push each other apart, less and less.
 */
export function pack() {
  // EVOLVE-BLOCK-START
  const circles = [[0.6, 0.6, 0]];
  for (let i = 0; i < 25; i++) circles.push([0.1 + 0.2 * (i % 5), 0.1 + 0.2 * Math.floor(i / 5), 0]);
  let growth = 0.01;
  for (let round = 0; round < ROUNDS; round++) {
    for (const circle of circles) circle[2] += growth;
    growth *= 0.95;
    for (let i = 0; i < circles.length; i++) {
      for (let j = 0; j < i; j++) part(circles[i], circles[j], 0.25, 0.25);
      enclose(circles[i], 0.5, 0.5);
    }
  }
  // EVOLVE-BLOCK-END
  return fitted(circles);
}

/** Where two overlap: each moves away and shrinks by a share of the overlap. */
function part(a, b, push, shrink) {
  const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
  const reach = a[2] + b[2];
  if (dx * dx + dy * dy >= reach * reach) return;
  const distance = Math.hypot(dx, dy) || 1e-9;
  const overlap = reach - distance;
  const move = (push * overlap) / distance;
  a[0] += move * dx;
  a[1] += move * dy;
  b[0] -= move * dx;
  b[1] -= move * dy;
  a[2] -= shrink * overlap;
  b[2] -= shrink * overlap;
}

/** Where one is over the border: it moves back in and shrinks by a share of what is outside. */
function enclose(circle, push, shrink) {
  for (const axis of [0, 1]) {
    const [below, above] = [circle[2] - circle[axis], circle[axis] + circle[2] - 1];
    if (below > 0) [circle[axis], circle[2]] = [circle[axis] + push * below, circle[2] - shrink * below];
    if (above > 0) [circle[axis], circle[2]] = [circle[axis] - push * above, circle[2] - shrink * above];
  }
}

/** The same centres with radii that fit: first none too large, then each in turn as large as there is room. */
function fitted(circles) {
  const margin = 1e-11;
  const radii = circles.map(([x, y, radius]) => Math.max(0, Math.min(radius, x, y, 1 - x, 1 - y)));
  const distance = (i, j) => Math.hypot(circles[i][0] - circles[j][0], circles[i][1] - circles[j][1]);
  const room = (i) =>
    circles.reduce(
      (most, [x, y], j) => Math.min(most, i === j ? Math.min(x, y, 1 - x, 1 - y) : distance(i, j) - radii[j]),
      1,
    );
  for (const i of radii.keys()) {
    for (const j of radii.keys()) {
      const overlap = i === j ? 0 : radii[i] + radii[j] - distance(i, j);
      if (overlap > 0) [radii[i], radii[j]] = [radii[i] - overlap / 2, radii[j] - overlap / 2];
    }
  }
  for (const i of radii.keys()) radii[i] = Math.max(0, Math.min(radii[i], room(i) - margin));
  for (const i of radii.keys()) radii[i] = Math.max(radii[i], room(i) - margin);
  return circles.map(([x, y], i) => [x, y, radii[i]]);
}
