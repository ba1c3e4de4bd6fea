/* Appends one element at a time. */
#include <stdint.h>
#include <stdlib.h>

void prepare(double n)
{
    (void)n;
}

double program(double n)
{
    const int64_t count = (int64_t)n;
    double *x = NULL;
    int64_t length = 0;
    int64_t capacity = 0;
    for (int64_t i = 1; i <= count; i++) {
        if (length == capacity) {
            capacity = capacity < 16 ? 16 : 2 * capacity;
            double *grown = realloc(x, (size_t)capacity * sizeof *x);
            if (grown == NULL) {
                free(x);
                return -1;
            }
            x = grown;
        }
        x[length++] = (double)i;
    }
    const double last = x == NULL ? 0 : x[length - 1];
    free(x);
    return last + (double)length;
}
