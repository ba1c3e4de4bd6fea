function t = speed_strings(n)
% Builds a text piece by piece.
start = cputime;
s = '';
for i = 1:n
    s = [s, 'ab'];
    if length(s) > 1000
        s = '';
    end
end
t = cputime - start;
assert(ischar(s));
end
