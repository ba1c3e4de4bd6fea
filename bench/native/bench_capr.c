/* Capacitance of a square coaxial line, n cells along a side. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

void prepare(double n)
{
    (void)n;
}

static void relax(double *f, const double *free_node, int64_t nx, int64_t ny, double rel)
{
    for (int64_t i = 0; i < nx - 1; i++) {
        for (int64_t j = 0; j < ny - 1; j++) {
            if (free_node[i + nx * j] != 0) {
                int64_t left = i == 0 ? 1 : i - 1;
                int64_t below = j == 0 ? 1 : j - 1;
                double west = f[left + nx * j];
                double south = f[i + nx * below];
                double mean4 = 0.25 * (west + south + f[i + 1 + nx * j] + f[i + nx * (j + 1)]);
                f[i + nx * j] += rel * (mean4 - f[i + nx * j]);
            }
        }
    }
}

double program(double cells)
{
    const int64_t n = (int64_t)cells;
    const double a = 0.01, b = 0.01, c = 0.02, d = 0.02, tol = 1e-10, rel = 1.85;
    const double h = 0.5 * c / cells;
    const int64_t m = (int64_t)round(0.5 * d / h);
    const int64_t na = (int64_t)round(0.5 * a / h), nb = (int64_t)round(0.5 * b / h);
    const int64_t nx = n + 1, ny = m + 1;
    double *f = calloc((size_t)(nx * ny), sizeof *f);
    double *free_node = malloc((size_t)(nx * ny) * sizeof *free_node);
    for (int64_t j = 0; j < ny; j++) {
        for (int64_t i = 0; i < nx; i++) {
            int inner = i <= na && j <= nb;
            f[i + nx * j] = inner ? 1 : 0;
            free_node[i + nx * j] = inner || i == n || j == m ? 0 : 1;
        }
    }
    double old = 0, q = 1;
    while (fabs(q - old) > tol * q) {
        old = q;
        for (int k = 0; k < 10; k++) {
            relax(f, free_node, nx, ny, rel);
        }
        double side = 0, top = 0;
        for (int64_t j = 0; j < ny - 1; j++) {
            side += f[nx - 2 + nx * j];
        }
        for (int64_t i = 0; i < nx - 1; i++) {
            top += f[i + nx * (ny - 2)];
        }
        q = side - 0.5 * f[nx - 2] + top - 0.5 * f[nx * (ny - 2)];
    }
    free(f);
    free(free_node);
    return 4 * 8.8541878e-12 * q * 1e12;
}
