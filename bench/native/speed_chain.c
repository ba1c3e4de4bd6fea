/* An elementwise chain over a million numbers, n times. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { COUNT = 1000000 };

static double *x;
static double *y;

void prepare(double n)
{
    (void)n;
    free(x);
    free(y);
    x = malloc(COUNT * sizeof *x);
    y = malloc(COUNT * sizeof *y);
    if (x == NULL || y == NULL) {
        abort();
    }
    for (int64_t i = 0; i < COUNT; i++) {
        x[i] = (double)i / (COUNT - 1);
    }
}

double program(double n)
{
    const int64_t rounds = (int64_t)n;
    double *restrict to = y;
    const double *restrict from = x;
    for (int64_t round = 0; round < rounds; round++) {
        for (int64_t i = 0; i < COUNT; i++) {
            to[i] = from[i] * 2 + sqrt(from[i]) - from[i] / 3 + 1;
        }
    }
    return to[COUNT / 2];
}
