function [x, y] = specialise_rk4_newton(tn, h, y0)
    [x, y] = odeRK4(@newton, tn, h, y0, log(39/40), 100);
