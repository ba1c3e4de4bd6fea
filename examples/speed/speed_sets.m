function t = speed_sets(n)
% Different numbers, members and intervals of a million numbers, n times.
rand('seed', 1);
x = rand(1e6, 1);
r = round(x * 1000);
start = cputime;
for i = 1:n
    u = unique(r);
    [v, first, which] = unique(r);
    w = unique(x);
    f = ismember(r, 1:2:1000);
    k = lookup(0:0.001:1, x);
end
t = cputime - start;
assert(isequal(u, v) && isequal(v(which), r) && numel(w) > 1e5 && f(first(2)) && k(1) > 0);
end
