/* Finds the primes up to n by striking out multiples. */
#include <stdint.h>
#include <stdlib.h>

void prepare(double n)
{
    (void)n;
}

double program(double n)
{
    const int64_t count = (int64_t)n;
    double *flags = malloc((size_t)count * sizeof *flags);
    if (flags == NULL) {
        return -1;
    }
    for (int64_t i = 0; i < count; i++) {
        flags[i] = 1;
    }
    flags[0] = 0;
    for (int64_t k = 2; k * k <= count; k++) {
        if (flags[k - 1] == 1) {
            for (int64_t j = k * k; j <= count; j += k) {
                flags[j - 1] = 0;
            }
        }
    }
    double left = 0;
    for (int64_t i = 0; i < count; i += 1000) {
        left += flags[i];
    }
    free(flags);
    return left;
}
