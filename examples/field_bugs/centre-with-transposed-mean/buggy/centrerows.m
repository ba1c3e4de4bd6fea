function [Z, mu] = centrerows(X)
% subtracts the mean sample
mu = mean(X, 1);
Z = X - mean(X, 1)'; %? bug
s = X(:, 1);
if all(s == 0)
    Z = zeros(size(X));
end
end
