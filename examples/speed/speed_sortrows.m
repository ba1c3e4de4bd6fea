function t = speed_sortrows(n)
% Sorts the rows of a matrix of two hundred thousand rows, n times.
rand('seed', 1);
x = [round(rand(2e5, 2) * 100), rand(2e5, 1)];
start = cputime;
for i = 1:n
    [y, k] = sortrows(x);
    z = sortrows(x, [-3, 1]);
end
t = cputime - start;
assert(issorted(y(:, 1)) && isequal(x(k, :), y) && issorted(-z(:, 3)));
end
