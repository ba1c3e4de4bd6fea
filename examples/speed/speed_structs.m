function t = speed_structs(n)
% Reads and writes the fields of a struct.
s = struct('count', 0, 'total', 0, 'list', zeros(1, 10));
start = cputime;
for i = 1:n
    s.count = s.count + 1;
    s.total = s.total + i;
    s.list(mod(i, 10) + 1) = i;
end
t = cputime - start;
assert(s.count == n);
end
