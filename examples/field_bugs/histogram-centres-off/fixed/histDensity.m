function [c, p] = histDensity(x, nb)
  x = x(:);
  e = linspace(min(x), max(x), nb + 1);
  c = e(1:end-1) + diff(e)/2;
  h = zeros(1, nb + 1);
  for k = 1:nb
    h(k) = sum(x >= e(k) & x < e(k+1));
  end
  p = h(1:nb) ./ (numel(x) * diff(e));
end
