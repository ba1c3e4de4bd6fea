function [value, isterminal, direction] = eventsfun3(t, f, B, theta, ...
                                                    VrPrime, dVrPrime, Beta)

value = (f(4)/f(3)) - tan(theta-1e-6);
isterminal = [1];
direction = [0];
