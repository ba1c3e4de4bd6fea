function [x, y] = specialise_euler_normal(tn, h, y0)
    [x, y] = odeEuler(@normal, tn, h, y0);
