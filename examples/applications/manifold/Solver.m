% Goes down from a point until the gradient is small.
classdef Solver < handle
  properties
    tolerance = 1e-6
    most = 300
    verbose = false
  end
  properties (SetAccess = protected)
    costs = []
    status = "not run"
  end
  methods
    function d = direction (s, problem, x, g)
      error ("Solver:abstract", "%s does not say where to go", class (s));
    end

    function set.tolerance (s, t)
      if (t <= 0)
        error ("Solver:tolerance", "a tolerance is positive");
      end
      s.tolerance = t;
    end

    function x = solve (s, problem, x)
      m = problem.manifold;
      f = problem.value (x);
      s.costs = f;
      s.status = "too many steps";
      for k = 1:s.most
        g = problem.gradient (x);
        if (m.norm (x, g) < s.tolerance)
          s.status = "converged";
          break;
        end
        d = s.direction (problem, x, g);
        [x, f, step] = s.search (problem, x, f, g, d);
        s.costs(end+1) = f;
        if (s.verbose && mod (k, 10) == 0)
          printf ("  step %3d  cost %12.6f  length %8.1e\n", k, f, step);
        end
        if (step == 0)
          s.status = "no way down";
          break;
        end
      end
    end

    function report (s)
      printf ("%s: %s after %d steps\n", class (s), s.status, numel (s.costs) - 1);
    end
  end
  methods (Access = protected)
    function [y, f, step] = search (s, problem, x, f, g, d)
      m = problem.manifold;
      slope = m.inner (x, g, d);
      step = 1;
      while (step > 1e-12)
        y = m.retract (x, step * d);
        trial = problem.value (y);
        if (trial <= f + 1e-4 * step * slope)
          f = trial;
          return;
        end
        step /= 2;
      end
      y = x;
      step = 0;
    end
  end
end
