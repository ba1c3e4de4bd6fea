function [t, th] = pendulum_sim(th0, len, T)
% swing of a pendulum released at the angle th0
g = 9.81;
rhs = @(t, y) [y(2), -g/len*sin(y(1))]; %? bug
n = ceil(T*100);
[t, Y] = rk4fix(rhs, [0 T], [th0; 0], n);
th = Y(:,1);
end
