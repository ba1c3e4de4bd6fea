function [x, y] = specialise_ode45_logistic(xspan, y0)
    %# xspan realdouble
    %# xspan size [1 2]
    %# y0 realscalar
    a = 0.3;
    b = 0.005;
    [x, y] = ode45(@logistic, xspan, y0, [], a, b);
