function [p, cost] = fitL1(A, b)
% least absolute deviations, started from the least squares solution
b = b(:);
p0 = A \ b;
obj = @(p) sum(abs(A*p - b)); %? bug
[p, cost] = compassSearch(obj, p0, 0.5, 1e-7);
p = p(:);
end
