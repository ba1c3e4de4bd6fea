% Straight down.
classdef SteepestDescent < Solver
  methods
    function d = direction (s, problem, x, g)
      d = -g;
    end
  end
end
