% Matrices with orthonormal columns.
classdef Stiefel < Manifold
  methods
    function m = Stiefel (n, p)
      m.title = "the Stiefel manifold";
      m.rows = n;
      m.columns = p;
    end

    function v = project (m, x, u)
      s = x' * u;
      v = u - x * ((s + s') / 2);
    end

    function y = retract (m, x, v)
      % The factor of Gram and Schmidt, whose signs are fixed.
      y = x + v;
      for k = 1:m.columns
        for other = 1:k-1
          y(:,k) -= y(:,other) * (y(:,other)' * y(:,k));
        end
        y(:,k) /= sqrt (sum (y(:,k) .^ 2));
      end
    end

    function x = random (m, generator)
      x = m.retract (generator.normal (m.rows, m.columns), 0);
    end

    function d = get_dimension (m)
      d = m.rows * m.columns - m.columns * (m.columns + 1) / 2;
    end
  end
end
