/* Sums, extremes and running sums of a million numbers, n times. */
#include <stdint.h>
#include <stdlib.h>

enum { COUNT = 1000000 };

static double *x, *y;

void prepare(double n)
{
    (void)n;
    x = malloc(COUNT * sizeof *x);
    y = malloc(COUNT * sizeof *y);
    for (int64_t i = 0; i < COUNT; i++) {
        x[i] = (double)((i + 1) * 7919 % 10007);
    }
}

double program(double n)
{
    double s = 0;
    for (double round = 1; round <= n; round++) {
        double sum = 0, greatest = x[0], least = x[0], mean = 0;
        for (int64_t i = 0; i < COUNT; i++) {
            sum += x[i];
        }
        for (int64_t i = 0; i < COUNT; i++) {
            greatest = x[i] > greatest ? x[i] : greatest;
        }
        for (int64_t i = 0; i < COUNT; i++) {
            least = x[i] < least ? x[i] : least;
        }
        for (int64_t i = 0; i < COUNT; i++) {
            mean += x[i];
        }
        s = sum + greatest + least + mean / COUNT;
        double running = 0;
        for (int64_t i = 0; i < COUNT; i++) {
            running += x[i];
            y[i] = running;
        }
    }
    return s + y[COUNT - 1];
}
