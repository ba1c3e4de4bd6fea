function t = speed_sort_short(n)
% Orders two thousand numbers in several ways, n times.
rand('seed', 1);
x = rand(2000, 1);
r = round(x * 50);
start = cputime;
for i = 1:n
    y = sort(x);
    [z, k] = sort(x, 'descend');
    u = unique(r);
    m = median(x);
    s = sortrows([r, x]);
end
t = cputime - start;
assert(issorted(y) && issorted(u) && isequal(x(k), z) && m > y(999) && m < y(1002));
assert(issorted(s(:, 1)));
end
