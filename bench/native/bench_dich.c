/* Laplace's equation on a grid of n by n cells, by successive over-relaxation. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void prepare(double n)
{
    (void)n;
}

double program(double cells)
{
    const double pi = 3.14159265358979323846;
    const double a = 2, b = 2, h = 2 / cells;
    const int64_t n = (int64_t)round(a / h) + 1, m = (int64_t)round(b / h) + 1;
    double *U = calloc((size_t)(n * m), sizeof *U);
    for (int64_t i = 0; i < n; i++) {
        double x = h * (double)i;
        U[i] = x * x * x;
        U[i + n * (m - 1)] = x * x * x - 3 * x * b * b;
    }
    for (int64_t j = 0; j < m; j++) {
        double y = h * (double)j;
        U[n - 1 + n * j] = a * a * a - 3 * a * (y * y);
    }
    double c = cos(pi / (double)(n - 1)) + cos(pi / (double)(m - 1));
    const double w = 4 / (2 + sqrt(4 - c * c));
    double change = 1;
    for (int sweeps = 0; change > 1e-8 && sweeps < 500; sweeps++) {
        change = 0;
        for (int64_t j = 1; j < m - 1; j++) {
            double *restrict u = U + n * j;
            for (int64_t i = 1; i < n - 1; i++) {
                double shift = w * (u[i + n] + u[i - n] + u[i + 1] + u[i - 1] - 4 * u[i]) / 4;
                u[i] += shift;
                double size = fabs(shift);
                if (size > change) {
                    change = size;
                }
            }
        }
    }
    double sum = 0;
    for (int64_t i = 0; i < n * m; i++) {
        sum += U[i];
    }
    free(U);
    return sum;
}
