function t = speed_sort_random(n)
% Sorts a million numbers in no order, with and without their places, n times.
rand('seed', 1);
x = rand(1e6, 1);
start = cputime;
for i = 1:n
    y = sort(x);
    [z, k] = sort(x, 'descend');
end
t = cputime - start;
assert(issorted(y) && z(1) == y(end) && isequal(x(k), z));
end
