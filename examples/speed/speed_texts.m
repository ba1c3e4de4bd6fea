function t = speed_texts(n)
% Splits, joins and rewrites a text of a million characters, n times.
x = repmat('hello, world ', 1, 77000);
start = cputime;
for i = 1:n
    parts = strsplit(x, ' ');
    y = strjoin(parts, ' ');
    z = strrep(x, 'world', 'there');
    w = regexprep(x, 'o(.)', '$1');
end
t = cputime - start;
assert(isequal(x, y) && numel(z) == numel(x) && numel(w) < numel(x));
end
