function [yt, w] = taperEnds(y, frac)
% remove the mean and taper both ends of a record with half cosines
%   frac  part of the record that is tapered (0.1)

if nargin < 2
    frac = 0.1;
end
y = y(:);
n = numel(y);
m = max(1, floor(frac*n/2));

k = (1:n)';
w = ones(size(k));
w(k <= m) = 0.5*(1 - cos(pi*k(k <= m)/m));
w(k > n-m) = 0.5*(1 - cos(pi*(n+1-k(k > n-m))/m));

yt = (y - mean(y)).*w;
end
