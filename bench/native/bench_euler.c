/* The bell curve by Euler's method in n steps. */
#include <stdint.h>
#include <stdlib.h>

void prepare(double n)
{
    (void)n;
}

static double bell(double t, double y)
{
    return -2 * t * y;
}

double program(double steps)
{
    const int64_t n = (int64_t)steps + 1;
    const double h = 2 / steps;
    double *t = malloc((size_t)n * sizeof *t), *y = malloc((size_t)n * sizeof *y);
    for (int64_t j = 0; j < n; j++) {
        t[j] = (double)j * h;
    }
    y[0] = 1;
    for (int64_t j = 1; j < n; j++) {
        y[j] = y[j - 1] + h * bell(t[j - 1], y[j - 1]);
    }
    double sum = 0;
    for (int64_t j = 0; j < n; j++) {
        sum += y[j];
    }
    sum += t[n - 1];
    free(t);
    free(y);
    return sum;
}
