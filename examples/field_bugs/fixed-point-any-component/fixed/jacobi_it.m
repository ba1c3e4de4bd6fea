function [x, it] = jacobi_it (A, b, tol, maxit)
  % Jacobi iteration for a diagonally dominant system
  if (nargin < 3) tol = 1e-10; end
  if (nargin < 4) maxit = 500; end

  d = diag (A);
  N = A - diag (d);
  b = b(:);
  x = zeros (size (b));
  delta = inf (size (b));
  it = 0;
  while (any (abs (delta) > tol))
    xn = (b - N*x) ./ d;
    delta = xn - x;
    x = xn;
    it++;
    if (it >= maxit)
      warning ('jacobi_it: no convergence');
      break
    end
  end
end
