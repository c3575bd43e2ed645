void multiply(int n, const double *a, const double *b, double *c);
