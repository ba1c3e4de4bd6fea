function source = noise_source (seed)
  % A generator of random numbers whose state is a value.

  source.state = mod (seed, 2147483647);
end
