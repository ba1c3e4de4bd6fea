/* Bodies on a line, n steps of 28 bodies. */
#include <math.h>
#include <stdint.h>

enum { BODIES = 28 };

static double x[BODIES], v[BODIES], m[BODIES], F[BODIES];

void prepare(double n)
{
    (void)n;
    for (int k = 1; k <= BODIES; k++) {
        x[k - 1] = 2.0 * k / BODIES - 1 + 0.3 * sin(7.0 * k) / BODIES;
        v[k - 1] = 0.1 * cos(3.0 * k);
        m[k - 1] = (1 + 0.5 * sin(k)) / BODIES;
    }
}

static double pull(double soft)
{
    double potential = 0;
    for (int k = 0; k < BODIES; k++) {
        double force = 0, nearness = 0;
        for (int i = 0; i < BODIES; i++) {
            double dx = x[i] - x[k];
            double r = sqrt(dx * dx + soft * soft);
            force += m[i] * dx / (r * r * r);
            nearness += m[i] / r;
        }
        F[k] = m[k] * force;
        potential = potential - 0.5 * m[k] * (nearness - m[k] / soft);
    }
    return potential;
}

static double motion(void)
{
    double sum = 0;
    for (int k = 0; k < BODIES; k++) {
        sum += m[k] * v[k] * v[k];
    }
    return 0.5 * sum;
}

double program(double n)
{
    const double step = 0.0002, soft = 0.1;
    double potential = pull(soft);
    double before = motion() + potential;
    for (double t = 1; t <= n; t++) {
        for (int k = 0; k < BODIES; k++) {
            v[k] = v[k] + 0.5 * step * (F[k] / m[k]);
            x[k] = x[k] + step * v[k];
        }
        potential = pull(soft);
        for (int k = 0; k < BODIES; k++) {
            v[k] = v[k] + 0.5 * step * (F[k] / m[k]);
        }
    }
    return before + (motion() + potential);
}
