function [x, y] = specialise_euler_logistic(tn, h, y0)
    [x, y] = odeEuler(@logistic, tn, h, y0, [], 0.3, 0.005);
