/* Prints how often a fixed piece of work fits into one multiplication, so that the machine's speed drops out: lower is better. */
#include <stdio.h>
#include <time.h>
#include "multiply.h"

enum { N = 384, ROUNDS = 2 };

static double a[N * N], b[N * N], c[N * N];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Volatile, so that the compiler can't move it out of the time it is measured in. */
static volatile unsigned work;

static void fixed_work(void) {
  for (int i = 0; i < 1000000; i++) work = work * 1664525u + 1013904223u;
}

int main(void) {
  double best = 1e9;
  for (int i = 0; i < N * N; i++) a[i] = i % 13 - 6, b[i] = i % 7 - 3;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    fixed_work();
    double middle = now();
    multiply(N, a, b, c);
    double ratio = (now() - middle) / (middle - start);
    if (ratio < best) best = ratio;
  }
  printf("%.4f\n", best);
  return 0;
}
