// A knapsack heuristic: greedy by density, then exchanges, then a bounded search.

export function density(item) {
  return item.value / Math.max(item.weight, 1);
}

export function greedy(items, capacity) {
  const order = items.map((_, index) => index).sort((a, b) => density(items[b]) - density(items[a]));
  const chosen = new Array(items.length).fill(false);
  let room = capacity;
  for (const index of order) {
    if (items[index].weight <= room) {
      chosen[index] = true;
      room -= items[index].weight;
    }
  }
  return chosen;
}

export function worthOf(items, chosen) {
  let total = 0;
  for (let i = 0; i < items.length; i++) {
    if (chosen[i]) total += items[i].value;
  }
  return total;
}

export function weightOf(items, chosen) {
  let total = 0;
  for (let i = 0; i < items.length; i++) {
    if (chosen[i]) {
      total += items[i].weight;
    }
  }
  return total;
}

export function exchange(items, chosen, capacity) {
  let room = capacity - weightOf(items, chosen);
  let improved = true;
  let rounds = 0;
  while (improved && rounds < 50) {
    improved = false;
    rounds++;
    for (let i = 0; i < items.length; i++) {
      for (let j = 0; j < items.length; j++) {
        if (!chosen[i] || chosen[j]) continue;
        const gain = items[j].value - items[i].value;
        const extra = items[j].weight - items[i].weight;
        if (gain > 0 && extra <= room) {
          chosen[i] = false;
          chosen[j] = true;
          room -= extra;
          improved = true;
        }
      }
    }
  }
  return chosen;
}

export class Search {
  constructor(items, capacity, limit = 10000) {
    this.items = items;
    this.capacity = capacity;
    this.limit = limit;
    this.best = 0;
    this.visits = 0;
  }

  bound(at, room, value) {
    let hope = value;
    let left = room;
    for (let i = at; i < this.items.length && left > 0; i++) {
      const part = Math.min(1, left / this.items[i].weight);
      hope += part * this.items[i].value;
      left -= part * this.items[i].weight;
    }
    return hope;
  }

  visit(at, room, value) {
    this.visits += 1;
    if (value > this.best) {
      this.best = value;
    }
    if (at >= this.items.length || this.visits > this.limit) return this.best;
    if (this.bound(at, room, value) <= this.best) return this.best;
    const { weight, value: worth } = this.items[at];
    if (weight <= room) {
      this.visit(at + 1, room - weight, value + worth);
    } else {
      this.visits -= 0.5;
    }
    return this.visit(at + 1, room, value);
  }
}

export const solve = (items, capacity) => {
  const chosen = exchange(items, greedy(items, capacity), capacity);
  const search = new Search(items, capacity);
  const label = `knapsack of ${items.length} items`;
  const found = search.visit(0, capacity, 0);
  return { label, value: Math.max(found, worthOf(items, chosen)), chosen };
};
