function [d, D] = edit(s1, s2)
% EDIT  Edit distance of two strings: the least number of insertions,
%   deletions and replacements that turn s1 into s2.  D(i+1, j+1) is the
%   distance of the first i characters of s1 from the first j of s2.
n = length(s1);
m = length(s2);
D = zeros(n + 1, m + 1);
D(:, 1) = (0:n)';
D(1, :) = 0:m;
for i = 1:n
    for j = 1:m
        best = min(D(i, j + 1), D(i + 1, j)) + 1;
        D(i + 1, j + 1) = min(best, D(i, j) + (s1(i) ~= s2(j)));
    end
end
d = D(n + 1, m + 1);
end
