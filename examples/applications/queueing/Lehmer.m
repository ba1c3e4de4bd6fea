% Random numbers that are the same everywhere.
classdef Lehmer < handle
  properties (Constant)
    MODULUS = 2147483647
    FACTOR = 48271
  end
  properties (Access = private)
    state = 1
  end
  methods
    function g = Lehmer (seed)
      g.state = mod (seed, Lehmer.MODULUS);
      if (g.state == 0)
        g.state = 1;
      end
    end

    function u = uniform (g)
      g.state = mod (g.state * Lehmer.FACTOR, Lehmer.MODULUS);
      u = g.state / Lehmer.MODULUS;
    end

    function t = exponential (g, mean_time)
      t = -mean_time * log (g.uniform ());
    end
  end
end
