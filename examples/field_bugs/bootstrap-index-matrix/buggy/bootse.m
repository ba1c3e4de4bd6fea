function se = bootse(x, B)
% standard error of the mean by resampling
x = x(:);
n = numel(x);
m = zeros(B, 1);
for b = 1:B
    idx = randi(n, n, 1);
    m(b) = mean(x(idx), 2); %? bug
end
se = std(m);
end
