/* Counts the steps of the Collatz sequences below n. */
#include <stdint.h>

void prepare(double n)
{
    (void)n;
}

double program(double n)
{
    const int64_t limit = (int64_t)n;
    int64_t steps = 0;
    for (int64_t k = 1; k < limit; k++) {
        int64_t x = k;
        while (x != 1) {
            if (x % 2 == 0) {
                x = x / 2;
            } else {
                x = 3 * x + 1;
            }
            steps++;
        }
    }
    return (double)steps;
}
