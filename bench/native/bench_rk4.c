/* Growth that crowding brings to a halt, by Runge and Kutta's method in n steps. */
#include <stdint.h>
#include <stdlib.h>

void prepare(double n)
{
    (void)n;
}

static double logistic(double p)
{
    return p * (0.3 - 0.005 * p);
}

double program(double steps)
{
    const int64_t n = (int64_t)steps + 1;
    const double h = 20 / steps;
    double *t = malloc((size_t)n * sizeof *t), *y = malloc((size_t)n * sizeof *y);
    for (int64_t j = 0; j < n; j++) {
        t[j] = (double)j * h;
    }
    y[0] = 0.1;
    for (int64_t j = 1; j < n; j++) {
        double p = y[j - 1];
        double k1 = logistic(p);
        double k2 = logistic(p + h / 2 * k1);
        double k3 = logistic(p + h / 2 * k2);
        double k4 = logistic(p + h * k3);
        y[j] = p + h / 6 * (k1 + 2 * (k2 + k3) + k4);
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
