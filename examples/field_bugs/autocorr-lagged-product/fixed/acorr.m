function [r, lags] = acorr(x, maxlag)
%ACORR biased sample autocorrelation of a real signal
%
% [r, lags] = acorr(x, maxlag) gives r(1) = 1 at lag 0.
x = x(:);
n = numel(x);
if nargin < 2
    maxlag = min(n-1, 20);
end
x = x - mean(x);
c0 = x'*x/n;

r = zeros(maxlag+1, 1);
r(1) = 1;
for k = 1:maxlag
    a = x(1:n-k);
    b = x(k+1:n);
    r(k+1) = (a'*b)/n/c0;
end
lags = (0:maxlag)';
