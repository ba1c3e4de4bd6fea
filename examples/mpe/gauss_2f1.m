function f = gauss_2f1(a, b, c, x, n)
% GAUSS_2F1  The first n terms of the hypergeometric series
%       1 + a b/c x + a(a+1) b(b+1)/(c(c+1)) x^2/2! + ...
%   at the elements of x, abs(x) < 1; c must not be 0, -1, -2, ...
if nargin ~= 5
    error('gauss_2f1: five arguments expected');
end
if n < 1 || n ~= floor(n)
    error('gauss_2f1: the number of terms must be a positive integer');
end
if any(abs(x(:)) >= 1)
    error('gauss_2f1: the series converges for abs(x) < 1 only');
end
if c <= 0 && c == floor(c)
    error('gauss_2f1: c must not be zero or a negative integer');
end
term = ones(size(x));
f = term;
for k = 0:n - 2
    term = term.*x*((a + k)*(b + k)/((c + k)*(k + 1)));
    f = f + term;
end
end
