function t = speed_cells(n)
% Reads and writes the elements of a cell array.
c = cell(1, 100);
start = cputime;
for i = 1:n
    k = mod(i, 100) + 1;
    if isempty(c{k})
        c{k} = i;
    else
        c{k} = c{k} + 1;
    end
end
t = cputime - start;
assert(iscell(c));
end
