function [V, share] = sortedEigen(S)
  [V, D] = eig((S + S')/2);
  n = size(S, 1);
  [d, order] = sort(diag(D), 'descend');
  V = V(:, order);
  share = zeros(1, n);
  share = D ./ sum(d);
  share = share * ones(n, 1);
  share = [share, d];
end
