% WRONG: s has room for n values already; s(end + 1) appends n more after it.
function total = smooth_sum(x, w)
% SMOOTH_SUM  Running mean of three neighbours, weighted with w and added up.
n = numel(x) - 2;
s = zeros(1, n);
for i = 1:n
    s(end + 1) = (x(i) + x(i + 1) + x(i + 2))/3;
end
total = sum(s.*w(1:n));
end
