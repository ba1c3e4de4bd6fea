function t = speed_solve(n)
% Solves a dense system of n equations.
a = reshape(mod((1:n * n) * 7919, 1009), n, n) + n * eye(n);
b = (1:n)';
start = cputime;
x = a \ b;
t = cputime - start;
assert(norm(a * x - b) < 1e-6 * norm(b));
end
