"""Prints the cost of lateness over fixed sets of jobs, in percent of what earliest due date costs: lower is better."""

import random

from rule import priority

JOBS = 60
SETS = 12


def jobs(seed):
    draw = random.Random(seed)
    made = []
    for _ in range(JOBS):
        work = draw.randint(1, 20)
        made.append((work, draw.randint(1, 9)))
    total = sum(work for work, _ in made)
    return [(work, work + draw.randint(0, int(total * 0.7)), weight) for work, weight in made]


def cost(queue, rule):
    now = late = 0
    queue = list(queue)
    while queue:
        best = min(range(len(queue)), key=lambda i: (rule(*queue[i], now), i))
        work, due, weight = queue.pop(best)
        now += work
        late += weight * max(0, now - due)
    return late


def main():
    mine = sum(cost(jobs(seed), priority) for seed in range(SETS))
    plain = sum(cost(jobs(seed), lambda work, due, weight, now: due) for seed in range(SETS))
    print(round(100 * mine / plain, 4))


main()
