function L = logNormal(X, mu, S)
  [n, d] = size(X);
  C = X - repmat(mu(:)', n, 1);
  q = C * inv(S) * C';
  L = zeros(n, 1);
  L(:) = -0.5*diag(q) - 0.5*d*log(2*pi) - 0.5*log(det(S));
end
