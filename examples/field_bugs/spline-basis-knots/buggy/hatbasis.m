function B = hatbasis(x, knots)
% values of the hat functions
x = x(:);
K = numel(knots);
B = zeros(numel(x), K);
h = diff(knots);
for k = 1:K
    B(:, k) = max(0, 1 - abs(x - knots(k)) / h(k)); %? bug
end
end
