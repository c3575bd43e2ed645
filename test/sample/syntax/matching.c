/* Assigns workers to tasks: greedy, then pairwise exchanges. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX 64

struct problem {
  int size;
  double cost[MAX][MAX];
};

static double total(const struct problem *p, const int *task) {
  double sum = 0.0;
  for (int i = 0; i < p->size; i++) {
    if (task[i] >= 0) sum += p->cost[i][task[i]];
  }
  return sum;
}

static int greedy(const struct problem *p, int *task) {
  int used[MAX] = {0};
  int count = 0;
  for (int i = 0; i < p->size; i++) {
    int best = -1;
    double least = INFINITY;
    for (int j = 0; j < p->size; j++) {
      if (used[j]) continue;
      if (p->cost[i][j] < least) {
        least = p->cost[i][j];
        best = j;
      }
    }
    task[i] = best;
    if (best >= 0) {
      used[best] = 1;
      count++;
    } else {
      task[i] = -1;
    }
  }
  return count;
}

static double exchange(const struct problem *p, int *task, int rounds) {
  double current = total(p, task);
  int changed = 1;
  int round = 0;
  while (changed && round < rounds) {
    changed = 0;
    round++;
    for (int i = 0; i < p->size; i++) {
      for (int j = 0; j < p->size; j++) {
        if (i == j || task[i] < 0 || task[j] < 0) continue;
        double before = p->cost[i][task[i]] + p->cost[j][task[j]];
        double after = p->cost[i][task[j]] + p->cost[j][task[i]];
        if (after < before - 1e-9) {
          int keep = task[i];
          task[i] = task[j];
          task[j] = keep;
          current += after - before;
          changed = 1;
        }
      }
    }
  }
  return current;
}

static unsigned int state = 12345;

static unsigned int draw(unsigned int below) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state % below;
}

double solve(const struct problem *p, int *task, int restarts) {
  greedy(p, task);
  double best = exchange(p, task, 20);
  int trial[MAX];
  for (int turn = 0; turn < restarts; turn++) {
    for (int i = 0; i < p->size; i++) trial[i] = i;
    for (int i = p->size - 1; i > 0; i--) {
      int j = (int)draw((unsigned int)i + 1);
      int keep = trial[i];
      trial[i] = trial[j];
      trial[j] = keep;
    }
    double found = exchange(p, trial, 20);
    best = fmin(best, found);
  }
  return best;
}
