function t = pooledt(a, b)
% two-sample t statistic
a = a(:);
b = b(:);
na = numel(a);
nb = numel(b);
ss = (a - mean(a))' * (a - mean(a)) + (b - mean(b))' * (b - mean(b));
sp = ss / (na + nb - 2);
t = (mean(a) - mean(b)) / sqrt(sp * (1/na + 1/nb));
end
