/* The polynomial through eight points of the sine at n points. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { KNOTS = 8 };

static double *x, xi[KNOTS], yi[KNOTS];

void prepare(double points)
{
    const int64_t n = (int64_t)points;
    x = malloc((size_t)n * sizeof *x);
    for (int64_t j = 0; j < n; j++) {
        x[j] = (double)j * 3 / (points - 1);
    }
    for (int k = 0; k < KNOTS; k++) {
        xi[k] = k * 3.0 / (KNOTS - 1);
        yi[k] = sin(xi[k]);
    }
}

double program(double points)
{
    const int64_t n = (int64_t)points;
    double *basis = malloc((size_t)(KNOTS * n) * sizeof *basis);
    double *y = calloc((size_t)n, sizeof *y);
    for (int k = 0; k < KNOTS; k++) {
        double *restrict own = basis + n * k;
        for (int64_t i = 0; i < n; i++) {
            own[i] = 1;
        }
        for (int j = 0; j < KNOTS; j++) {
            if (j != k) {
                for (int64_t i = 0; i < n; i++) {
                    own[i] = own[i] * ((x[i] - xi[j]) / (xi[k] - xi[j]));
                }
            }
        }
    }
    for (int k = 0; k < KNOTS; k++) {
        for (int64_t i = 0; i < n; i++) {
            y[i] = y[i] + yi[k] * basis[n * k + i];
        }
    }
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += y[i];
    }
    free(basis);
    free(y);
    return sum;
}
