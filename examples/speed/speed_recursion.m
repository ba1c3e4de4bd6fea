function [t, check] = speed_recursion(n)
% Fibonacci numbers by calling itself.
start = cputime;
f = fibonacci(n);
t = cputime - start;
check = f;
assert(f > 0);
end

function f = fibonacci(n)
if n < 2
    f = n;
else
    f = fibonacci(n - 1) + fibonacci(n - 2);
end
end
