function [y, r] = smoothma(x, n)
% moving average and the residual
h = ones(1, n) / n;
y = conv(x, h, 'same');
r = x - y;
end
