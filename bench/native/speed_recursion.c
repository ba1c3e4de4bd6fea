/* Fibonacci numbers by calling itself. */
void prepare(double n)
{
    (void)n;
}

static double fibonacci(double n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

double program(double n)
{
    return fibonacci(n);
}
