/* Steps a body in space: operations on 3-vectors. */
#include <math.h>
#include <stdint.h>

void prepare(double n)
{
    (void)n;
}

double program(double n)
{
    const int64_t steps = (int64_t)n;
    double p[3] = {1, 0, 0};
    double v[3] = {0, 1, 0.1};
    for (int64_t i = 0; i < steps; i++) {
        const double r = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        const double cube = pow(r, 3);
        for (int k = 0; k < 3; k++) {
            v[k] = v[k] + 0.001 * (-p[k] / cube);
        }
        for (int k = 0; k < 3; k++) {
            p[k] = p[k] + 0.001 * v[k];
        }
    }
    return p[0] + p[1] + p[2];
}
