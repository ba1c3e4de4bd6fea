/* Multiplies two n by n matrices element by element; columns lie next to each other. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static double *a;
static double *b;

void prepare(double n)
{
    const int64_t m = (int64_t)n;
    free(a);
    free(b);
    a = malloc((size_t)(m * m) * sizeof *a);
    b = malloc((size_t)(m * m) * sizeof *b);
    if (a == NULL || b == NULL) {
        abort();
    }
    for (int64_t i = 0; i < m * m; i++) {
        a[i] = (double)((i + 1) * 7 % 11);
        b[i] = (double)((i + 1) * 5 % 13);
    }
}

double program(double n)
{
    const int64_t m = (int64_t)n;
    double *c = calloc((size_t)(m * m), sizeof *c);
    if (c == NULL) {
        return -1;
    }
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < m; j++) {
            for (int64_t k = 0; k < m; k++) {
                c[i + m * j] = c[i + m * j] + a[i + m * k] * b[k + m * j];
            }
        }
    }
    const double corner = c[m * m - 1] + c[0];
    free(c);
    return corner;
}
