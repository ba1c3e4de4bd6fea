function y = ema(x, span)
% exponential moving average
x = x(:);
n = length(x);
a = 2/(span+1);

y = zeros(n,1);
y(1) = x(1);
for k = 2:n
    if isnan(x(k))
        y(k) = y(k-1);
    else
        y(k) = a*x(k) + (1-a)*y(k-1);
    end
end
end
