/* Flow of a gas along a duct of 30 cells, n steps in time: central differences. */
#include <math.h>
#include <string.h>

enum { CELLS = 30, FACES = CELLS + 1, WIDE = CELLS + 2 };

static const double gam = 1.4, gas = 287, p0 = 1e5, T0 = 300, pout = 0.85e5;
static const double k2 = 0.5, k4 = 1.0 / 32, cfl = 2.5;
static const double design[2] = {0.15, -0.05};
static double face[FACES], slope[CELLS];

void prepare(double n)
{
    (void)n;
}

static double area_at(double x)
{
    const double pi = 3.14159265358979323846;
    double area = 1;
    for (int k = 1; k <= 2; k++) {
        double s = sin(k * pi * x);
        area = area - design[k - 1] * (s * s);
    }
    return area;
}

static void state(const double *W, double *u, double *p, double *a)
{
    double rho = W[0];
    *u = W[1] / rho;
    *p = (gam - 1) * (W[2] - 0.5 * rho * (*u * *u));
    *a = sqrt(gam * *p / rho);
}

static void residual(double W[CELLS][3], double R[CELLS][3])
{
    double X[WIDE][3], F[WIDE][3], u[WIDE], p[WIDE], a[WIDE];
    double d1[FACES][3], d3[FACES][3], flux[FACES][3], kink[WIDE];
    double speed = W[0][1] / W[0][0];
    double T = T0 - 0.5 * (gam - 1) / (gam * gas) * (speed * speed);
    double pressure = p0 * pow(T / T0, gam / (gam - 1));
    double rho = pressure / (gas * T);
    X[0][0] = rho;
    X[0][1] = rho * speed;
    X[0][2] = pressure / (gam - 1) + 0.5 * rho * (speed * speed);
    memcpy(X[1], W, sizeof(double[CELLS][3]));
    rho = W[CELLS - 1][0];
    speed = W[CELLS - 1][1] / rho;
    X[WIDE - 1][0] = rho;
    X[WIDE - 1][1] = rho * speed;
    X[WIDE - 1][2] = pout / (gam - 1) + 0.5 * rho * (speed * speed);
    for (int j = 0; j < WIDE; j++) {
        state(X[j], &u[j], &p[j], &a[j]);
        F[j][0] = X[j][1];
        F[j][1] = X[j][1] * u[j] + p[j];
        F[j][2] = (X[j][2] + p[j]) * u[j];
    }
    for (int j = 1; j <= CELLS; j++) {
        kink[j] = fabs(p[j + 1] - 2 * p[j] + p[j - 1]) / (p[j + 1] + 2 * p[j] + p[j - 1]);
    }
    kink[0] = kink[1];
    kink[WIDE - 1] = kink[CELLS];
    for (int j = 0; j < FACES; j++) {
        for (int q = 0; q < 3; q++) {
            d1[j][q] = X[j + 1][q] - X[j][q];
            d3[j][q] = 0;
        }
    }
    for (int j = 1; j < CELLS; j++) {
        for (int q = 0; q < 3; q++) {
            d3[j][q] = d1[j + 1][q] - 2 * d1[j][q] + d1[j - 1][q];
        }
    }
    for (int j = 0; j < FACES; j++) {
        double fast = 0.5 * (fabs(u[j]) + a[j] + fabs(u[j + 1]) + a[j + 1]);
        double e2 = k2 * fmax(kink[j], kink[j + 1]);
        double e4 = fmax(0, k4 - e2);
        for (int q = 0; q < 3; q++) {
            double D = fast * (e2 * d1[j][q] - e4 * d3[j][q]);
            flux[j][q] = (0.5 * (F[j][q] + F[j + 1][q]) - D) * face[j];
        }
    }
    for (int j = 0; j < CELLS; j++) {
        for (int q = 0; q < 3; q++) {
            R[j][q] = flux[j + 1][q] - flux[j][q];
        }
        R[j][1] = R[j][1] - p[j + 1] * slope[j];
    }
}

double program(double itmax)
{
    static const double stages[4] = {1.0 / 4, 1.0 / 3, 1.0 / 2, 1};
    const double dx = 1.0 / CELLS, target = 0.8e5;
    double area[CELLS], rate[CELLS], W[CELLS][3], old[CELLS][3], R[CELLS][3];
    for (int j = 0; j < FACES; j++) {
        face[j] = area_at(j * dx);
    }
    for (int j = 0; j < CELLS; j++) {
        area[j] = area_at((j + 1 - 0.5) * dx);
        slope[j] = face[j + 1] - face[j];
        W[j][0] = pout / (gas * T0);
        W[j][1] = 0.2 * W[j][0] * sqrt(gam * gas * T0);
        W[j][2] = pout / (gam - 1) + 0.5 * (W[j][1] * W[j][1]) / W[j][0];
    }
    double u, p, a, change = 1;
    for (double turns = 0; change > 0 && turns < itmax; turns++) {
        memcpy(old, W, sizeof W);
        for (int j = 0; j < CELLS; j++) {
            state(W[j], &u, &p, &a);
            rate[j] = cfl * dx / (fabs(u) + a) / (dx * area[j]);
        }
        for (int s = 0; s < 4; s++) {
            residual(W, R);
            for (int j = 0; j < CELLS; j++) {
                for (int q = 0; q < 3; q++) {
                    W[j][q] = old[j][q] - stages[s] * rate[j] * R[j][q];
                }
            }
        }
        double moved = 0, most = 0;
        for (int j = 0; j < CELLS; j++) {
            moved = fmax(moved, fabs(W[j][0] - old[j][0]));
            most = fmax(most, old[j][0]);
        }
        change = moved / most;
    }
    double cost = 0, pressures = 0, machs = 0;
    for (int j = 0; j < CELLS; j++) {
        state(W[j], &u, &p, &a);
        double off = (p - target) / p0;
        cost += off * off;
        pressures += p;
        machs += u / a;
    }
    cost = cost * dx + 0.01 * (design[0] * design[0] + design[1] * design[1]);
    return cost + pressures + machs;
}
