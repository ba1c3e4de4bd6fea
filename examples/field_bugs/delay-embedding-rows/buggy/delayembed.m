function Y = delayembed(x, m, tau)
% delay embedding of a series
x = x(:);
N = numel(x);
M = N - (m-1)*tau;
Y = zeros(M, m);
for k = 1:m
    Y(:, k) = x((1:N) + (k-1)*tau); %? missed bug
end
end
