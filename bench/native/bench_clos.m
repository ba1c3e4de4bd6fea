function [t, check] = bench_clos(n)
% Transitive closure of a graph with n nodes.
A = zeros(n, n);
for i = 1:n
    A(i, mod(i * i + 1, n) + 1) = 1;
    if mod(i, 3) == 0 && i < n
        A(i, i + 1) = 1;
    end
end
start = cputime;
B = clos(A, n);
t = cputime - start;
check = sum(B(:));
end
