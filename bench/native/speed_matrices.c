/* Multiplies and adds 3 by 3 matrices; columns lie next to each other. */
#include <stdint.h>
#include <string.h>

void prepare(double n)
{
    (void)n;
}

double program(double n)
{
    const int64_t steps = (int64_t)n;
    static const double a[9] = {0.9, -0.1, 0, 0.1, 0.9, 0, 0, 0, 1};
    double m[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int64_t step = 0; step < steps; step++) {
        double next[9];
        for (int j = 0; j < 3; j++) {
            for (int i = 0; i < 3; i++) {
                double sum = 0;
                for (int k = 0; k < 3; k++) {
                    sum += a[i + 3 * k] * m[k + 3 * j];
                }
                next[i + 3 * j] = sum + 0.001 * a[j + 3 * i];
            }
        }
        memcpy(m, next, sizeof m);
        if (m[0] > 100) {
            for (int i = 0; i < 9; i++) {
                m[i] = m[i] / 100;
            }
        }
    }
    return m[0] + m[4] + m[8];
}
