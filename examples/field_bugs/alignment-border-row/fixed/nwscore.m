function [score, F] = nwscore(a, b, match, mismatch, gap)
% global alignment score of two sequences (Needleman-Wunsch)
if nargin < 3
    match = 1; mismatch = -1; gap = -2;
end
m = length(a);
n = length(b);

F = zeros(m+1, n+1);
F(:,1) = gap*(0:m)';
F(1,:) = gap*(0:n);

for i = 1:m
    for j = 1:n
        if a(i) == b(j)
            s = match;
        else
            s = mismatch;
        end
        F(i+1,j+1) = max([F(i,j)+s, F(i,j+1)+gap, F(i+1,j)+gap]);
    end
end
score = F(m+1,n+1);
end
