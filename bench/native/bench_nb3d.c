/* Bodies in space, n steps of 28 bodies. */
#include <math.h>
#include <stdint.h>

enum { BODIES = 28 };

static double R[3][BODIES], V[3][BODIES], A[3][BODIES], m[BODIES];

void prepare(double n)
{
    (void)n;
    for (int k = 1; k <= BODIES; k++) {
        R[0][k - 1] = cos(2.4 * k);
        R[1][k - 1] = sin(2.4 * k);
        R[2][k - 1] = 2.0 * k / BODIES - 1;
        V[0][k - 1] = -0.3 * sin(2.4 * k);
        V[1][k - 1] = 0.3 * cos(2.4 * k);
        V[2][k - 1] = 0.3 * 0.2 * cos(5.0 * k);
        m[k - 1] = (1 + 0.5 * cos(k)) / BODIES;
    }
}

static double pull(double soft)
{
    double potential = 0, squares = 0;
    for (int i = 0; i < BODIES; i++) {
        double ax = 0, ay = 0, az = 0, nearness = 0;
        for (int j = 0; j < BODIES; j++) {
            double dx = R[0][j] - R[0][i];
            double dy = R[1][j] - R[1][i];
            double dz = R[2][j] - R[2][i];
            double r = sqrt(dx * dx + dy * dy + dz * dz + soft * soft);
            double w = m[j] / (r * r * r);
            ax += w * dx;
            ay += w * dy;
            az += w * dz;
            nearness += m[j] / r;
        }
        A[0][i] = ax;
        A[1][i] = ay;
        A[2][i] = az;
        potential += m[i] * nearness;
        squares += m[i] * m[i];
    }
    return -0.5 * (potential - squares / soft);
}

static double motion(void)
{
    double sum = 0;
    for (int k = 0; k < BODIES; k++) {
        sum += m[k] * (V[0][k] * V[0][k] + V[1][k] * V[1][k] + V[2][k] * V[2][k]);
    }
    return 0.5 * sum;
}

static void kick(double time)
{
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < BODIES; k++) {
            V[axis][k] += time * A[axis][k];
        }
    }
}

double program(double n)
{
    const double step = 0.0005, soft = 0.05;
    double potential = pull(soft);
    double before = motion() + potential;
    for (double t = 1; t <= n; t++) {
        kick(0.5 * step);
        for (int axis = 0; axis < 3; axis++) {
            for (int k = 0; k < BODIES; k++) {
                R[axis][k] += step * V[axis][k];
            }
        }
        potential = pull(soft);
        kick(0.5 * step);
    }
    return before + (motion() + potential);
}
