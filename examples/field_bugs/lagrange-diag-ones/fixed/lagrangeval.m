function v = lagrangeval(xk, yk, x)
% values of the interpolating polynomial
n = numel(xk);
v = zeros(size(x));
for i = 1:n
    L = ones(size(x));
    for j = [1:i-1, i+1:n]
        L = L .* (x - xk(j)) / (xk(i) - xk(j));
    end
    v = v + yk(i) * L;
end
end
