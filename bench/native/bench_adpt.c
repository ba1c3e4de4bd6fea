/* Adaptive quadrature of a sharp peak, n times. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void prepare(double n)
{
    (void)n;
}

static double integrand(double x)
{
    double d = x - 1.3;
    return 1 / (d * d + 0.05 * 0.05) + sin(5 * x);
}

static void panel(double *row, double left, double right, double allowed)
{
    double h = (right - left) / 2;
    double mid = left + h;
    double fl = integrand(left);
    double fm = integrand(mid);
    double fr = integrand(right);
    double f1 = integrand(left + h / 2);
    double f2 = integrand(mid + h / 2);
    double coarse = h * (fl + 4 * fm + fr) / 3;
    double fine = h * (fl + 4 * f1 + 2 * fm + 4 * f2 + fr) / 6;
    row[0] = left;
    row[1] = right;
    row[2] = coarse;
    row[3] = fine;
    row[4] = fabs(fine - coarse) / 15;
    row[5] = allowed;
}

static double adpt(double a, double b, int64_t room, double tol, int64_t *panels)
{
    double (*table)[6] = malloc((size_t)room * sizeof *table);
    int64_t m = 1;
    int busy = 1;
    panel(table[0], a, b, tol);
    while (busy) {
        busy = 0;
        int64_t n = m;
        for (int64_t p = 0; p < n; p++) {
            double row[6];
            memcpy(row, table[p], sizeof row);
            if (row[4] > row[5]) {
                double mid = (row[0] + row[1]) / 2;
                if (m == room) {
                    room *= 2;
                    table = realloc(table, (size_t)room * sizeof *table);
                }
                panel(table[p], row[0], mid, row[5] / 2);
                panel(table[m], mid, row[1], row[5] / 2);
                m++;
                busy = 1;
            }
        }
    }
    double quad = 0;
    for (int64_t p = 0; p < m; p++) {
        quad += table[p][3] + (table[p][3] - table[p][2]) / 15;
    }
    free(table);
    *panels = m;
    return quad;
}

double program(double n)
{
    double check = 0;
    for (double k = 1; k <= n; k++) {
        int64_t panels = 0;
        double quad = adpt(0, 4 + k / n, 30, 1e-9, &panels);
        check = check + quad + (double)panels;
    }
    return check;
}
