/* Heat equation by the scheme of Crank and Nicolson, n points in space and n in time. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void prepare(double n)
{
    (void)n;
}

static void tridiag(const double *low, double *mid, const double *up, double *rhs, double *x, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        double f = low[i - 1] / mid[i - 1];
        mid[i] -= f * up[i - 1];
        rhs[i] -= f * rhs[i - 1];
    }
    x[n - 1] = rhs[n - 1] / mid[n - 1];
    for (int64_t i = n - 2; i >= 0; i--) {
        x[i] = (rhs[i] - up[i] * x[i + 1]) / mid[i];
    }
}

double program(double points)
{
    const int64_t n = (int64_t)points, m = n;
    const double pi = 3.14159265358979323846;
    const double h = 1.0 / (double)(n - 1), k = 0.1 / (double)(m - 1);
    const double r = k / (h * h);
    const size_t row = (size_t)n * sizeof(double);
    double *U = calloc((size_t)(n * m), sizeof *U);
    double *low = malloc(row), *mid = malloc(row), *up = malloc(row), *rhs = calloc((size_t)n, sizeof *rhs);
    double *pivots = malloc(row), *right = malloc(row);
    for (int64_t i = 1; i < n - 1; i++) {
        U[i] = sin(pi * h * (double)i) + sin(3 * pi * h * (double)i);
    }
    for (int64_t i = 0; i < n; i++) {
        low[i] = -0.5 * r;
        mid[i] = 1 + r;
        up[i] = -0.5 * r;
    }
    mid[0] = 1;
    mid[n - 1] = 1;
    up[0] = 0;
    low[n - 2] = 0;
    for (int64_t j = 1; j < m; j++) {
        const double *before = U + n * (j - 1);
        for (int64_t i = 1; i < n - 1; i++) {
            rhs[i] = (1 - r) * before[i] + 0.5 * r * (before[i - 1] + before[i + 1]);
        }
        memcpy(pivots, mid, row);
        memcpy(right, rhs, row);
        tridiag(low, pivots, up, right, U + n * j, n);
    }
    double sum = 0;
    for (int64_t i = 0; i < n * m; i++) {
        sum += U[i];
    }
    free(U);
    free(low);
    free(mid);
    free(up);
    free(rhs);
    free(pivots);
    free(right);
    return sum;
}
