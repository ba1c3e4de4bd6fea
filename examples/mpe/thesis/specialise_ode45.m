function [x, y] = specialise_ode45(xspan, y0)
    %# xspan realdouble
    %# xspan size [1 2]
    %# y0 realscalar
    [x, y] = ode45(@newton, xspan, y0);

function dTdt = newton(t, T)
    % k = -0.0253178;
    % Tm = 100;
    dTdt = -0.0253178 * (T - 100);
