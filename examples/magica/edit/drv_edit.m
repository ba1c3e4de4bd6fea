function drv_edit(s1, s2)
% Driver for EDIT.  The two strings may be given; their lengths are known
% only at run time.
if nargin < 2
    s1 = repmat('a quick brown fox jumps over the lazy dog; ', 1, 2);
    s2 = repmat('the quick brown foxes jumped over a dozy dog. ', 1, 2);
end
if ~ischar(s1) || ~ischar(s2)
    error('edit: two strings are compared');
end
[d, D] = edit(s1, s2);
assert(edit('kitten', 'sitting') == 3);
assert(edit('', 'abc') == 3);
assert(edit(s2, s1) == d);
assert(edit(s1(end:-1:1), s2(end:-1:1)) == d);
fprintf('edit: lengths %d and %d, distance %d, table sum %d\n', ...
        length(s1), length(s2), d, sum(sum(D)));
end
