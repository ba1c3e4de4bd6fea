function [t,y] = odeEuler(diffeq, tn, h, y0, varargin)

t = (0:h:tn)';
n = length(t);
y = y0 * ones(n, 1);

for j = 2:n
    y(j) = y(j-1) + h * feval(diffeq, t(j - 1), y(j - 1), varargin{:});
end
