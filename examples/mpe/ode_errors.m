function e = ode_errors(solver, rhs, tend, h, y0, exact, varargin)
% ODE_ERRORS  Last value with step h, the exact one, and by what factor the
%   error falls when the step is halved.
[t, y] = feval(solver, rhs, tend, h, y0, varargin{:});
[t2, y2] = feval(solver, rhs, tend, h/2, y0, varargin{:});
assert(abs(t(end) - tend) < 1e-9 && abs(t2(end) - tend) < 1e-9);
e = [y(end), exact, (y(end) - exact)/(y2(end) - exact)];
end
