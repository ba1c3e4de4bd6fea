/* Young's experiment: two slits with n sources each. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void prepare(double n)
{
    (void)n;
}

double program(double sources)
{
    const double pi = 3.14159265358979323846;
    const double lambda = 633e-9, width = 2e-5, gap = 1e-4, dist = 2, half = 0.05;
    const double step = 2e-5 / sources;
    const int n = 401;
    int64_t count = 0;
    while (-width / 2 + step / 2 + (double)count * step <= width / 2) {
        count++;
    }
    double *src = malloc((size_t)(2 * count) * sizeof *src);
    for (int64_t i = 0; i < count; i++) {
        double place = -width / 2 + step / 2 + (double)i * step;
        src[i] = place - gap / 2;
        src[count + i] = place + gap / 2;
    }
    double sum = 0;
    for (int k = 1; k <= n; k++) {
        double y = half * (2 * k - n - 1) / (n - 1);
        double re = 0, im = 0;
        for (int64_t i = 0; i < 2 * count; i++) {
            double across = y - src[i];
            double r = sqrt(dist * dist + across * across);
            double phase = 2 * pi * (r - dist) / lambda;
            re += cos(phase) / r;
            im += sin(phase) / r;
        }
        sum += re * re + im * im;
    }
    free(src);
    return sum / (sources * sources);
}
