function [t, y] = ode_rk4(rhs, tend, h, y0, varargin)
% ODE_RK4  The classical Runge-Kutta method with fixed step h from 0 to tend.
%   Arguments and results as for ODE_EULER.
t = 0:h:tend;
n = numel(t);
y = zeros(numel(y0), n);
y(:, 1) = y0;
for j = 2:n
    tj = t(j - 1);
    yj = y(:, j - 1);
    k1 = feval(rhs, tj, yj, varargin{:});
    k2 = feval(rhs, tj + h/2, yj + (h/2)*k1, varargin{:});
    k3 = feval(rhs, tj + h/2, yj + (h/2)*k2, varargin{:});
    k4 = feval(rhs, tj + h, yj + h*k3, varargin{:});
    y(:, j) = yj + (h/6)*(k1 + 2*(k2 + k3) + k4);
end
end
