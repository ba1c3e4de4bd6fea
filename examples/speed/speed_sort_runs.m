function t = speed_sort_runs(n)
% Sorts a million numbers that are in order, in reverse order, or in two runs.
up = (1:1e6)' / 3;
down = flipud(up);
two = [up(1:2:end); up(2:2:end)];
start = cputime;
for i = 1:n
    a = sort(up);
    b = sort(down);
    c = sort(two);
    [d, k] = sort(down);
    e = issorted(up);
end
t = cputime - start;
assert(isequal(a, up) && isequal(b, up) && isequal(c, up) && isequal(d, up) && k(1) == 1e6 && e);
end
