/* Runs a program once with the given number and prints the processor time and the check. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void prepare(double n);
double program(double n);

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        return 2;
    }
    double n = atof(arguments[1]);
    prepare(n);
    double start = seconds();
    double check = program(n);
    printf("%.9f %.17g\n", seconds() - start, check);
    return 0;
}
