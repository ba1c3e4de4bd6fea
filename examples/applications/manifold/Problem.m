% A function on a manifold that is to be made small, with its gradient in the space around.
classdef Problem < handle
  properties
    manifold
    cost
    egrad
  end
  properties (SetAccess = private)
    evaluations = 0
  end
  methods
    function p = Problem (manifold, cost, egrad)
      if (! isa (manifold, "Manifold"))
        error ("Problem:manifold", "a problem is posed on a manifold, not on a %s", ...
               class (manifold));
      end
      p.manifold = manifold;
      p.cost = cost;
      p.egrad = egrad;
    end

    function f = value (p, x)
      p.evaluations += 1;
      f = p.cost (x);
    end

    function g = gradient (p, x)
      g = p.manifold.gradient (x, p.egrad (x));
    end

    function error_of = check_gradient (p, x, v)
      t = 1e-6;
      m = p.manifold;
      ahead = p.cost (m.retract (x, t * v));
      behind = p.cost (m.retract (x, -t * v));
      error_of = abs ((ahead - behind) / (2 * t) - m.inner (x, p.gradient (x), v));
    end
  end
end
