function [x, y] = specialise_rk4_normal(tn, h, y0)
    [x, y] = odeRK4(@normal, tn, h, y0);
