% Vectors of length one.
classdef Sphere < Manifold
  methods
    function m = Sphere (n)
      m.title = "the sphere";
      m.rows = n;
      m.columns = 1;
    end

    function v = project (m, x, u)
      v = u - x * (x' * u);
    end

    function y = retract (m, x, v)
      y = x + v;
      y /= sqrt (sum (y .^ 2));
    end

    function x = random (m, generator)
      x = generator.normal (m.rows, 1);
      x /= sqrt (sum (x .^ 2));
    end

    function d = get_dimension (m)
      d = m.rows - 1;
    end
  end
end
