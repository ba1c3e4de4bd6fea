% Remembers where it came from.
classdef ConjugateGradient < Solver
  properties (Access = private)
    before = []
    point = []
    way = []
  end
  methods
    function d = direction (s, problem, x, g)
      m = problem.manifold;
      d = -g;
      if (! isempty (s.before))
        old = m.transport (s.point, x, s.before);
        beta = m.inner (x, g, g - old) / m.inner (s.point, s.before, s.before);
        d = d + max (beta, 0) * m.transport (s.point, x, s.way);
        if (m.inner (x, g, d) >= 0)
          d = -g;
        end
      end
      s.before = g;
      s.point = x;
      s.way = d;
    end
  end
end
