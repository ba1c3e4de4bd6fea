/* Adds whole numbers in a counted loop. */
#include <stdint.h>

void prepare(double n)
{
    (void)n;
}

double program(double n)
{
    const int64_t count = (int64_t)n;
    double s = 0;
    for (int64_t i = 1; i <= count; i++) {
        s = s + (double)i * 2 - 1;
    }
    return s;
}
