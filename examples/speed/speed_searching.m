function t = speed_searching(n)
% Finds elements of a million numbers, extremes with their places, running sums.
rand('seed', 1);
x = rand(1e6, 1);
start = cputime;
for i = 1:n
    mask = x > 0.5;
    k = find(mask);
    y = x(mask);
    [a, p] = max(x);
    [b, q] = min(x);
    c = any(x > 2) || all(mask);
    s = cumsum(x);
end
t = cputime - start;
assert(isequal(x(k), y) && x(p) == a && x(q) == b && ! c && abs(s(end) - sum(x)) < 1e-3);
end
