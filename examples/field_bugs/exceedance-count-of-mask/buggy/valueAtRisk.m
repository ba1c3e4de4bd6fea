function [var_, es, nx] = valueAtRisk(ret, alpha)
%VALUEATRISK  historical value at risk and expected shortfall
%  ret    vector of returns
%  alpha  tail probability, 0.05 by default

if nargin < 2
    alpha = 0.05;
end
ret = sort(ret(:));
n = numel(ret);
k = max(1, ceil(alpha*n));
var_ = -ret(k);

tail = ret <= -var_;
nx = length(tail); %? bug
es = -sum(ret(tail))/nx;
end
