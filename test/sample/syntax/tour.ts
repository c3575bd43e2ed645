// A tour through points: nearest neighbour, two-opt and a little annealing.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Tour = number[];

const COOLING = 0.995;

export function distance(a: Point, b: Point): number {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return Math.sqrt(dx * dx + dy * dy);
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[(index + list.length) % list.length];
  if (value === undefined) throw new Error(`nothing at ${index}`);
  return value;
}

export function lengthOf(points: readonly Point[], tour: Tour): number {
  let total = 0;
  for (let i = 0; i < tour.length; i++) {
    total += distance(at(points, at(tour, i)), at(points, at(tour, i + 1)));
  }
  return total;
}

export function nearest(points: readonly Point[], start: number): Tour {
  const left = new Set<number>(points.keys());
  const tour: Tour = [start];
  left.delete(start);
  let here = start;
  while (left.size > 0) {
    let best = -1;
    let shortest = Number.POSITIVE_INFINITY;
    for (const candidate of left) {
      const length = distance(at(points, here), at(points, candidate));
      if (length < shortest) {
        shortest = length;
        best = candidate;
      }
    }
    tour.push(best);
    left.delete(best);
    here = best;
  }
  return tour;
}

export function twoOpt(points: readonly Point[], tour: Tour, rounds: number): Tour {
  let improved = true;
  let count = 0;
  while (improved && count < rounds) {
    improved = false;
    count++;
    for (let i = 0; i < tour.length - 1; i++) {
      for (let j = i + 2; j < tour.length; j++) {
        const before = distance(at(points, at(tour, i)), at(points, at(tour, i + 1)));
        const after = distance(at(points, at(tour, i)), at(points, at(tour, j)));
        const rest = distance(at(points, at(tour, j)), at(points, at(tour, j + 1)));
        const other = distance(at(points, at(tour, i + 1)), at(points, at(tour, j + 1)));
        if (after + other < before + rest) {
          const middle = tour.slice(i + 1, j + 1).reverse();
          tour.splice(i + 1, middle.length, ...middle);
          improved = true;
        }
      }
    }
  }
  return tour;
}

export class Annealing {
  private readonly points: readonly Point[];
  private temperature: number;
  private state: number;

  constructor(points: readonly Point[], seed: number) {
    this.points = points;
    this.temperature = 10;
    this.state = seed;
  }

  private draw(below: number): number {
    this.state = (this.state * 1103515245 + 12345) % 2147483648;
    return Math.floor((this.state / 2147483648) * below);
  }

  run(tour: Tour, steps: number): Tour {
    let current = lengthOf(this.points, tour);
    for (let step = 0; step < steps; step++) {
      const i = this.draw(tour.length);
      const j = this.draw(tour.length);
      if (i === j || this.temperature < 0.001) continue;
      const next = [...tour];
      next[i] = at(tour, j);
      next[j] = at(tour, i);
      const length = lengthOf(this.points, next);
      const worse = length - current;
      if (worse < 0 || this.draw(1000) < 1000 * Math.exp(-worse / this.temperature)) {
        tour = next;
        current = length;
      } else {
        this.temperature *= 1.0001;
      }
      this.temperature *= COOLING;
    }
    return tour;
  }
}
