% Normal random numbers that are the same everywhere.
classdef Generator < handle
  properties (Access = private)
    state
  end
  methods
    function g = Generator (seed)
      g.state = seed;
    end

    function x = normal (g, rows, columns)
      x = zeros (rows, columns);
      for k = 1:numel (x)
        % Twelve uniform numbers are as good as normal.
        total = -6;
        for j = 1:12
          g.state = mod (g.state * 16807, 2147483647);
          total += g.state / 2147483647;
        end
        x(k) = total;
      end
    end
  end
end
