function t = speed_sort_texts(n)
% Sorts twenty thousand texts, finds the different ones and looks them up, n times.
x = cell(2e4, 1);
for i = 1:numel(x)
    x{i} = sprintf('name%d', mod(i * 7919, 10007));
end
start = cputime;
for i = 1:n
    [y, k] = sort(x);
    u = unique(x);
    f = ismember(x, u(1:2:end));
end
t = cputime - start;
assert(issorted(y) && strcmp(x{k(1)}, y{1}) && numel(u) == 10007 && any(f) && ! all(f));
end
