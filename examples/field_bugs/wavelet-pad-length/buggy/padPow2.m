function y = padPow2(x)
  x = x(:)';
  n = numel(x);
  m = 2^nextpow2(n);
  y = [x; zeros(1, m - n)]; %? missed bug
end
