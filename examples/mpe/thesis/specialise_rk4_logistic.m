function [x, y] = specialise_rk4_logistic(tn, h, y0)
    [x, y] = odeRK4(@logistic, tn, h, y0, [], 0.3, 0.005);
