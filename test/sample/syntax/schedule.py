"""Schedules jobs on machines: longest first, then moves and swaps."""

import math
from dataclasses import dataclass, field


@dataclass
class Job:
    name: str
    time: float
    due: float
    weight: float = 1.0


@dataclass
class Machine:
    speed: float
    jobs: list = field(default_factory=list)

    def load(self):
        total = 0.0
        for job in self.jobs:
            total += job.time / self.speed
        return total

    def lateness(self):
        clock = 0.0
        late = 0.0
        for job in self.jobs:
            clock += job.time / self.speed
            if clock > job.due:
                late += (clock - job.due) * job.weight
        return late


def makespan(machines):
    longest = 0.0
    for machine in machines:
        longest = max(longest, machine.load())
    return longest


def cost(machines, alpha=0.7):
    late = sum(machine.lateness() for machine in machines)
    return alpha * makespan(machines) + (1 - alpha) * late


def longest_first(jobs, machines):
    order = sorted(jobs, key=lambda job: -job.time * job.weight)
    for job in order:
        best = None
        shortest = math.inf
        for machine in machines:
            load = machine.load() + job.time / machine.speed
            if load < shortest and (best is None or machine.speed > 0):
                shortest = load
                best = machine
        best.jobs.append(job)
    return machines


def improve(machines, rounds=20):
    current = cost(machines)
    for _ in range(rounds):
        changed = False
        for source in machines:
            for target in machines:
                if source is target or not source.jobs:
                    continue
                job = source.jobs.pop()
                target.jobs.append(job)
                after = cost(machines)
                if after < current:
                    current = after
                    changed = True
                else:
                    target.jobs.pop()
                    source.jobs.append(job)
        if not changed:
            break
    return current


def reorder(machine):
    """Puts urgent jobs first."""
    before = machine.lateness()
    for i in range(len(machine.jobs)):
        for j in range(len(machine.jobs)):
            if i < j and machine.jobs[i].due > machine.jobs[j].due:
                machine.jobs[i], machine.jobs[j] = machine.jobs[j], machine.jobs[i]
            elif i == j:
                pass
    after = machine.lateness()
    return before - after if after < before else 0


def solve(jobs, speeds):
    machines = [Machine(speed) for speed in speeds if speed > 0]
    longest_first(jobs, machines)
    gained = 0
    for machine in machines:
        gained += reorder(machine)
    result = improve(machines)
    print(f"cost {result:.3f}, gained {gained}")
    return result
