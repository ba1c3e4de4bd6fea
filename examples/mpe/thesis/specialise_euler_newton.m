function [x, y] = specialise_euler_newton(tn, h, y0)
    [x, y] = odeEuler(@newton, tn, h, y0, log(39/40), 100);
