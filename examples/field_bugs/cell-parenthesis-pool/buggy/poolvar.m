function [sp, df] = poolvar(groups)
% pooled variance of samples
% groups : cell array, the observations of one group in each cell

k = numel(groups);
ss = 0;
df = 0;
for g = 1:k
    x = groups(g); %? bug
    n = numel(x);
    if n < 2, continue, end
    ss = ss + sum((x - mean(x)).^2);
    df = df + n - 1;
end
if df == 0
    sp = NaN;
else
    sp = ss/df;
end
end
