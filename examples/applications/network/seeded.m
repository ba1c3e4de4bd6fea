function random = seeded (seed)
  % A generator of random numbers whose state is a value.

  random.state = seed;
end
