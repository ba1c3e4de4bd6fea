function y = delaysum(X, w)
% weighted sum of the microphones
% X : N x M signals, w : 1 x M weights
[N, M] = size(X);
y = X * w' / M;
end
