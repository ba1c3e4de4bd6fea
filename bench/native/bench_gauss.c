/* Fifty terms of a hypergeometric series at n points. */
#include <stdint.h>
#include <stdlib.h>

static double *x;

void prepare(double points)
{
    const int64_t n = (int64_t)points;
    x = malloc((size_t)n * sizeof *x);
    for (int64_t j = 0; j < n; j++) {
        x[j] = -0.5 + (double)j / (points - 1);
    }
}

double program(double points)
{
    const int64_t n = (int64_t)points;
    const double a = 0.5, b = 3, c = 2.5;
    double *restrict term = malloc((size_t)n * sizeof *term);
    double *restrict f = malloc((size_t)n * sizeof *f);
    for (int64_t i = 0; i < n; i++) {
        term[i] = 1;
        f[i] = 1;
    }
    for (int k = 0; k <= 48; k++) {
        double factor = (a + k) * (b + k) / ((c + k) * (k + 1));
        for (int64_t i = 0; i < n; i++) {
            term[i] = term[i] * x[i] * factor;
            f[i] = f[i] + term[i];
        }
    }
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += f[i];
    }
    free(term);
    free(f);
    return sum;
}
