function x = sinewave (m, n, d)
  % M samples of a sine of period N, D samples later.
  if nargin == 0
    print_usage ();
  end
  if nargin < 2, n = m; end
  if nargin < 3, d = 0; end
  x = sin (((1 : m) + d - 1) * 2 * pi / n);
end
