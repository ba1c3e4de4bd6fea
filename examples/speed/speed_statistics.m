function t = speed_statistics(n)
% The median of a million numbers, and counts by interval and by number, n times.
rand('seed', 1);
x = rand(1e6, 1);
r = round(x * 1000) + 1;
start = cputime;
for i = 1:n
    m = median(x);
    h = histc(x, 0:0.01:1);
    a = accumarray(r, 1);
    b = accumarray(r, x, [], @max);
end
t = cputime - start;
assert(abs(m - 0.5) < 0.01 && sum(h) == 1e6 && sum(a) == 1e6 && max(b) == max(x));
end
