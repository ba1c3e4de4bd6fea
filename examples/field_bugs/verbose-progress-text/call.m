1;
F = @(x) [x(1)^2 - 4; x(2) - 1];
J = @(x) [2*x(1) 0; 0 1];
x = newton_sys(F, J, [1 0]); assert(x, [2; 1], 1e-8);
x = newton_sys(F, J, [1 0], 1e-10, true); assert(x, [2; 1], 1e-8);
