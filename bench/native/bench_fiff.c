/* Wave equation, n points in space and 2 n + 24 in time. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void prepare(double n)
{
    (void)n;
}

double program(double points)
{
    const double pi = 3.14159265358979323846;
    const int64_t n = (int64_t)points, m = 2 * n + 24;
    const double h = 1.0 / (double)(n - 1), k = 0.9 / (double)(m - 1);
    const double r2 = (2 * k / h) * (2 * k / h);
    double *U = calloc((size_t)(n * m), sizeof *U);
    for (int64_t i = 1; i < n - 1; i++) {
        U[i] = sin(pi * h * (double)i) + 0.5 * sin(2 * pi * h * (double)i);
    }
    for (int64_t i = 1; i < n - 1; i++) {
        U[i + n] = (1 - r2) * U[i] + 0.5 * r2 * (U[i + 1] + U[i - 1]);
    }
    for (int64_t j = 2; j < m; j++) {
        double *restrict now = U + n * j;
        const double *restrict last = U + n * (j - 1);
        const double *restrict before = U + n * (j - 2);
        for (int64_t i = 1; i < n - 1; i++) {
            now[i] = 2 * (1 - r2) * last[i] + r2 * (last[i - 1] + last[i + 1]) - before[i];
        }
    }
    double sum = 0;
    for (int64_t i = 0; i < n * m; i++) {
        sum += fabs(U[i]);
    }
    free(U);
    return sum;
}
