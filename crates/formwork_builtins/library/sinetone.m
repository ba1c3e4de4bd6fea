function y = sinetone (freq, rate, sec, ampl)
  % Tones of some frequencies, one in each column.
  if nargin == 0
    print_usage ();
  end
  if nargin < 2, rate = 8000; end
  if nargin < 3, sec = 1; end
  if nargin < 4, ampl = 64; end
  if ! isvector (freq)
    error ("sinetone: FREQ must be a vector or a scalar");
  end
  if ! (isscalar (rate) && isscalar (sec))
    error ("sinetone: RATE and SEC must be scalars");
  end
  n = numel (freq);
  if isscalar (ampl)
    ampl = ampl * ones (1, n);
  elseif numel (ampl) != n
    error ("sinetone: number of elements in FREQ and AMPL must match");
  end
  samples = (1:round (rate * sec)).';
  y = zeros (numel (samples), n);
  for k = 1:n
    y(:,k) = ampl(k) * sin (2 * pi * samples / rate * freq(k));
  end
end
