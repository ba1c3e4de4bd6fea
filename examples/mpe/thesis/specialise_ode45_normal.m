function [x, y] = specialise_ode45_normal(xspan, y0)
    %# xspan realdouble
    %# xspan size [1 2]
    %# y0 realscalar
    [x, y] = ode45(@normal, xspan, y0);
