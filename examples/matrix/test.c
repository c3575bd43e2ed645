/* The gate: products of several sizes against the definition, and results that must not depend on what was there before. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "multiply.h"

static double value(int seed) { return (double)((seed * 7919 + 13) % 97) / 10 - 4; }

static int check(int n) {
  double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n), *c = malloc(sizeof(double) * n * n);
  int wrong = 0;
  for (int i = 0; i < n * n; i++) a[i] = value(i), b[i] = value(i + 31), c[i] = NAN;
  multiply(n, a, b, c);
  for (int row = 0; row < n; row++) {
    for (int column = 0; column < n; column++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
      if (!(fabs(sum - c[row * n + column]) < 1e-6)) wrong++;
    }
  }
  for (int i = 0; i < n * n; i++) wrong += a[i] != value(i) || b[i] != value(i + 31);
  free(a), free(b), free(c);
  if (wrong > 0) printf("n = %d: %d wrong\n", n, wrong);
  return wrong;
}

int main(void) {
  int wrong = 0;
  int sizes[] = {1, 2, 3, 5, 8, 17, 32, 61};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) wrong += check(sizes[i]);
  return wrong > 0;
}
