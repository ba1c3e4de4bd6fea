function Y = lvheun(y0, par, h, nsteps)
% Lotka-Volterra by Heun's method
% par = [alpha beta gamma delta], Y has a row for every time point

Y = zeros(nsteps+1, 2);
Y(1,:) = y0;
f = @(y) [y(1)*(par(1) - par(2)*y(2)), -y(2)*(par(3) - par(4)*y(1))];

for k = 1:nsteps
    y = Y(k,:);
    slope1 = f(y);
    slope2 = f(y + h*slope1);
    ynext = y + h/2*(slope1 + slope2);
    % populations must not get negative
    ynext = max(ynext, 0);
    Y(k+1,:) = ynext;
end
end
