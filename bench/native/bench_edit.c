/* Edit distance of two texts of n lines. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char *s1, *s2;
static int64_t n, m;

static char *repeated(const char *line, double times, int64_t *length)
{
    const size_t one = strlen(line);
    char *text = malloc(one * (size_t)times + 1);
    for (size_t k = 0; k < (size_t)times; k++) {
        memcpy(text + k * one, line, one);
    }
    *length = (int64_t)(one * (size_t)times);
    return text;
}

void prepare(double lines)
{
    s1 = repeated("a quick brown fox jumps over the lazy dog; ", lines, &n);
    s2 = repeated("the quick brown foxes jumped over a dozy dog. ", lines, &m);
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

double program(double lines)
{
    (void)lines;
    const int64_t rows = n + 1;
    double *D = malloc((size_t)(rows * (m + 1)) * sizeof *D);
    for (int64_t i = 0; i <= n; i++) {
        D[i] = (double)i;
    }
    for (int64_t j = 0; j <= m; j++) {
        D[rows * j] = (double)j;
    }
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < m; j++) {
            double best = least(D[i + rows * (j + 1)], D[i + 1 + rows * j]) + 1;
            D[i + 1 + rows * (j + 1)] = least(best, D[i + rows * j] + (s1[i] != s2[j]));
        }
    }
    double check = D[n + rows * m];
    for (int64_t i = 0; i < rows * (m + 1); i++) {
        check += D[i];
    }
    free(D);
    return check;
}
