/* Waves in a box of 24 by 20 by 16 cells with metal walls, n steps. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { NX = 24, NY = 20, NZ = 16 };

static double Ex[NZ + 1][NY + 1][NX], Ey[NZ + 1][NY][NX + 1], Ez[NZ][NY + 1][NX + 1];
static double Hx[NZ][NY][NX + 1], Hy[NZ][NY + 1][NX], Hz[NZ + 1][NY][NX];

void prepare(double n)
{
    (void)n;
}

static void start(void)
{
    const double pi = 3.14159265358979323846;
    double sx[NX + 1], sy[NY + 1], sz[NZ + 1];
    for (int i = 0; i <= NX; i++) {
        sx[i] = sin(pi * i / NX);
    }
    for (int j = 0; j <= NY; j++) {
        sy[j] = sin(pi * j / NY);
    }
    for (int k = 0; k <= NZ; k++) {
        sz[k] = sin(pi * k / NZ);
    }
    for (int k = 0; k <= NZ; k++) {
        for (int j = 0; j <= NY; j++) {
            for (int i = 0; i <= NX; i++) {
                if (i < NX) {
                    Ex[k][j][i] = sy[j] * sz[k];
                }
                if (j < NY) {
                    Ey[k][j][i] = sx[i] * sz[k];
                }
                if (k < NZ) {
                    Ez[k][j][i] = sx[i] * sy[j];
                }
            }
        }
    }
}

static double size_of(const double *field, int64_t count)
{
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += fabs(field[i]);
    }
    return sum;
}

double program(double steps)
{
    const double cells[3] = {NX, NY, NZ}, lengths[3] = {1, 0.8, 0.6};
    const double light = 299792458, pi = 3.14159265358979323846;
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
        square += (cells[axis] / lengths[axis]) * (cells[axis] / lengths[axis]);
    }
    const double dt = 0.9 / (light * sqrt(square));
    const double mu = 4e-7 * pi, eps0 = 1 / (mu * light * light);
    double e[3], h[3];
    for (int axis = 0; axis < 3; axis++) {
        e[axis] = dt / eps0 * cells[axis] / lengths[axis];
        h[axis] = 0.5 * dt / mu * cells[axis] / lengths[axis];
    }
    start();
    for (double n = 1; n <= steps; n++) {
        for (int k = 0; k < NZ; k++) {
            for (int j = 0; j < NY; j++) {
                for (int i = 0; i <= NX; i++) {
                    Hx[k][j][i] = Hx[k][j][i] + h[2] * (Ey[k + 1][j][i] - Ey[k][j][i])
                        - h[1] * (Ez[k][j + 1][i] - Ez[k][j][i]);
                }
            }
        }
        for (int k = 0; k < NZ; k++) {
            for (int j = 0; j <= NY; j++) {
                for (int i = 0; i < NX; i++) {
                    Hy[k][j][i] = Hy[k][j][i] + h[0] * (Ez[k][j][i + 1] - Ez[k][j][i])
                        - h[2] * (Ex[k + 1][j][i] - Ex[k][j][i]);
                }
            }
        }
        for (int k = 0; k <= NZ; k++) {
            for (int j = 0; j < NY; j++) {
                for (int i = 0; i < NX; i++) {
                    Hz[k][j][i] = Hz[k][j][i] + h[1] * (Ex[k][j + 1][i] - Ex[k][j][i])
                        - h[0] * (Ey[k][j][i + 1] - Ey[k][j][i]);
                }
            }
        }
        for (int axis = 0; axis < 3; axis++) {
            h[axis] = dt / mu * cells[axis] / lengths[axis];
        }
        for (int k = 1; k < NZ; k++) {
            for (int j = 1; j < NY; j++) {
                for (int i = 0; i < NX; i++) {
                    Ex[k][j][i] = Ex[k][j][i] + e[1] * (Hz[k][j][i] - Hz[k][j - 1][i])
                        - e[2] * (Hy[k][j][i] - Hy[k - 1][j][i]);
                }
            }
        }
        for (int k = 1; k < NZ; k++) {
            for (int j = 0; j < NY; j++) {
                for (int i = 1; i < NX; i++) {
                    Ey[k][j][i] = Ey[k][j][i] + e[2] * (Hx[k][j][i] - Hx[k - 1][j][i])
                        - e[0] * (Hz[k][j][i] - Hz[k][j][i - 1]);
                }
            }
        }
        for (int k = 0; k < NZ; k++) {
            for (int j = 1; j < NY; j++) {
                for (int i = 1; i < NX; i++) {
                    Ez[k][j][i] = Ez[k][j][i] + e[0] * (Hy[k][j][i] - Hy[k][j][i - 1])
                        - e[1] * (Hx[k][j][i] - Hx[k][j - 1][i]);
                }
            }
        }
    }
    return size_of(&Ex[0][0][0], (NZ + 1) * (NY + 1) * NX)
        + size_of(&Ey[0][0][0], (NZ + 1) * NY * (NX + 1))
        + size_of(&Ez[0][0][0], NZ * (NY + 1) * (NX + 1));
}
