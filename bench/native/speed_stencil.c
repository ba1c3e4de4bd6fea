/* Sweeps a five-point stencil over a 40 by 40 grid n times. */
#include <stdint.h>

enum { SIDE = 40 };

void prepare(double n)
{
    (void)n;
}

double program(double n)
{
    double u[SIDE * SIDE] = {0};
    const int64_t sweeps = (int64_t)n;
    for (int64_t j = 0; j < SIDE; j++) {
        u[SIDE * j] = 1;
    }
    for (int64_t sweep = 0; sweep < sweeps; sweep++) {
        for (int64_t i = 1; i < SIDE - 1; i++) {
            for (int64_t j = 1; j < SIDE - 1; j++) {
                u[i + SIDE * j] = 0.25 * (u[i - 1 + SIDE * j] + u[i + 1 + SIDE * j]
                                          + u[i + SIDE * (j - 1)] + u[i + SIDE * (j + 1)]);
            }
        }
    }
    return u[20 + SIDE * 20];
}
