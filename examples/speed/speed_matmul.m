function t = speed_matmul(n)
% The product of two n by n matrices.
a = reshape(mod((1:n * n) * 7, 11), n, n);
b = reshape(mod((1:n * n) * 5, 13), n, n);
start = cputime;
c = a * b;
t = cputime - start;
assert(c(1, 1) == a(1, :) * b(:, 1));
end
