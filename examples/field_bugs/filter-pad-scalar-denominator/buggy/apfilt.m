function [y, z] = apfilt (b, a, x, z)
  ## [y, z] = apfilt (b, a, x, z)
  ## direct form II transposed filter, z is the state between blocks
  b = b(:) / a(1);
  a = a(:) / a(1);
  n = max (numel (a), numel (b));
  b(end+1:n,1) = 0;
  a(end+1:n) = 0; %? bug
  if (nargin < 4)
    z = zeros (n-1, 1);
  endif

  y = zeros (size (x));
  for k = 1:numel (x)
    y(k) = b(1) * x(k) + z(1);
    z = [z(2:end); 0] + b(2:n) * x(k) - a(2:n) * y(k); %? bug
  endfor
endfunction

%!test
%! x = [1 0 0 0 0];
%! assert (apfilt ([1 2 3], 1, x), [1 2 3 0 0], 1e-12);
%!test
%! x = [1 2 3 4];
%! assert (apfilt ([1 1 0], [1 -0.5 0.1], x), filter ([1 1 0], [1 -0.5 0.1], x), 1e-12);
