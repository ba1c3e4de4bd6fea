/* Transitive closure of a graph with n nodes, by squaring. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static double *A;

void prepare(double nodes)
{
    const int64_t n = (int64_t)nodes;
    A = calloc((size_t)(n * n), sizeof *A);
    for (int64_t i = 1; i <= n; i++) {
        A[i - 1 + n * ((i * i + 1) % n)] = 1;
        if (i % 3 == 0 && i < n) {
            A[i - 1 + n * i] = 1;
        }
    }
}

double program(double nodes)
{
    const int64_t n = (int64_t)nodes;
    const size_t bytes = (size_t)(n * n) * sizeof(double);
    double *restrict B = malloc(bytes);
    double *restrict C = malloc(bytes);
    memcpy(B, A, bytes);
    for (int64_t len = 1; len < n; len *= 2) {
        memcpy(C, B, bytes);
        for (int64_t j = 0; j < n; j++) {
            for (int64_t k = 0; k < n; k++) {
                double factor = B[k + n * j];
                for (int64_t i = 0; i < n; i++) {
                    C[i + n * j] += B[i + n * k] * factor;
                }
            }
        }
        for (int64_t i = 0; i < n * n; i++) {
            B[i] = C[i] > 0 ? 1 : 0;
        }
    }
    double sum = 0;
    for (int64_t i = 0; i < n * n; i++) {
        sum += B[i];
    }
    free(B);
    free(C);
    return sum;
}
