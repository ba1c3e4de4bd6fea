function [t, y] = ode_euler(rhs, tend, h, y0, varargin)
% ODE_EULER  Euler's method with fixed step h from 0 to tend.
%   rhs names or is a function of (t, y, ...); what follows y0 is handed on to
%   it.  Column j of y is the state at time t(j).
t = 0:h:tend;
n = numel(t);
y = zeros(numel(y0), n);
y(:, 1) = y0;
for j = 2:n
    y(:, j) = y(:, j - 1) + h*feval(rhs, t(j - 1), y(:, j - 1), varargin{:});
end
end
