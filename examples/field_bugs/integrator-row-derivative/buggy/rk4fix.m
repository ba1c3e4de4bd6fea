function [t, Y] = rk4fix(f, tspan, y0, n)
% classical Runge-Kutta with n steps; a row of Y for every time
t = linspace(tspan(1), tspan(2), n+1)';
h = (tspan(2) - tspan(1))/n;
y = y0(:);
Y = zeros(n+1, numel(y));
Y(1,:) = y';
for k = 1:n
    k1 = f(t(k), y);
    k2 = f(t(k) + h/2, y + h/2*k1);
    k3 = f(t(k) + h/2, y + h/2*k2);
    k4 = f(t(k) + h, y + h*k3);
    y = y + h/6*(k1 + 2*k2 + 2*k3 + k4);
    Y(k+1,:) = y'; %? bug
end
end
