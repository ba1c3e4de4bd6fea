function [t, check] = speed_product(n)
% Multiplies two n by n matrices element by element.
a = reshape(mod((1:n * n) * 7, 11), n, n);
b = reshape(mod((1:n * n) * 5, 13), n, n);
start = cputime;
c = zeros(n, n);
for i = 1:n
    for j = 1:n
        for k = 1:n
            c(i, j) = c(i, j) + a(i, k) * b(k, j);
        end
    end
end
t = cputime - start;
check = c(n, n) + c(1, 1);
assert(isequal(c, a * b));
end
