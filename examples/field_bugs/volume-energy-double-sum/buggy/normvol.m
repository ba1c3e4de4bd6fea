function [V, e] = normvol(V, target)
% scale a volume (rows x cols x slices) to a given total energy
if nargin < 2
  target = 1;
end
V = double(V);
V(~isfinite(V)) = 0;

e = sqrt(sum(sum(V.^2))); %? missed bug
if all(e == 0)
  warning('normvol:empty', 'volume is empty');
  return
end
V = V .* (target./e);
