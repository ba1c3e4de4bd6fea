function t = speed_sort_integers(n)
% Sorts a million integers, with and without their places, n times.
rand('seed', 1);
x = int32(rand(1e6, 1) * 1e6);
start = cputime;
for i = 1:n
    y = sort(x);
    [z, k] = sort(x, 'descend');
end
t = cputime - start;
assert(issorted(y) && z(1) == y(end) && isequal(x(k), z));
end
