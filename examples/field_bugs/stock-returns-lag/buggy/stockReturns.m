function [R, mu] = stockReturns(P)
  % simple returns of a table of prices, one column per asset
  [T, n] = size(P);
  D = diff(P);
  R = D ./ P(1:T, :); %? bug
  mu = sum(R, 1) / (T - 1);
  if numel(mu) ~= n
    error('stockReturns: no table');
  end
end
