% What optimisation needs of a manifold that is embedded in a space of matrices.
classdef Manifold < handle
  properties (SetAccess = protected)
    title = "a manifold"
    rows
    columns
  end
  properties (Dependent)
    dimension
  end
  methods
    % What each manifold says itself.
    function v = project (m, x, u)
      error ("Manifold:abstract", "%s does not say how to project", class (m));
    end

    function y = retract (m, x, v)
      error ("Manifold:abstract", "%s does not say how to retract", class (m));
    end

    function x = random (m, generator)
      error ("Manifold:abstract", "%s has no random points", class (m));
    end

    function d = get_dimension (m)
      error ("Manifold:abstract", "%s has no dimension", class (m));
    end

    function d = get.dimension (m)
      d = m.get_dimension ();
    end

    function g = gradient (m, x, egrad)
      g = m.project (x, egrad);
    end

    function r = inner (m, x, u, v)
      r = u(:)' * v(:);
    end

    function r = norm (m, x, u)
      r = sqrt (m.inner (x, u, u));
    end

    function w = transport (m, x, y, v)
      w = m.project (y, v);
    end

    function describe (m)
      printf ("%s in %d x %d matrices, of dimension %d\n", m.title, m.rows, m.columns, ...
              m.dimension);
    end
  end
end
