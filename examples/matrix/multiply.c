#include "multiply.h"

/* c = a * b for square matrices of n by n numbers, row by row. */
void multiply(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n * n; i++) c[i] = 0;
  // EVOLVE-BLOCK-START
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++) {
        c[i * n + j] += a[i * n + k] * b[k * n + j];
      }
    }
  }
  // EVOLVE-BLOCK-END
}
