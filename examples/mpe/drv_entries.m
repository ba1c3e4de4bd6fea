function drv_entries
% Driver for the nine entries with a fixed right-hand side: each must come close
% to the closed solution at the end of its interval.
bell = exp(-4);
grow = 0.3/(0.005 + 2.995*exp(-0.3*20));
cool = 100 - 80*exp(20*log(39/40));
[t, y] = euler_bell(2, 0.001, 1);
close_to('euler_bell', y(end), bell, 1e-3);
[t, y] = euler_logistic(20, 0.01, 0.1);
close_to('euler_logistic', y(end), grow, 0.2);
[t, y] = euler_cooling(20, 0.01, 20);
close_to('euler_cooling', y(end), cool, 0.01);
[t, y] = rk4_bell(2, 0.01, 1);
close_to('rk4_bell', y(end), bell, 1e-7);
[t, y] = rk4_logistic(20, 0.1, 0.1);
close_to('rk4_logistic', y(end), grow, 1e-5);
[t, y] = rk4_cooling(20, 0.1, 20);
close_to('rk4_cooling', y(end), cool, 1e-7);
[t, y] = dp45_bell([0, 2], 1);
close_to('dp45_bell', y(end), bell, 1e-3);
[t, y] = dp45_logistic([0, 20], 0.1);
close_to('dp45_logistic', y(end), grow, 0.1);
[t, y] = dp45_cooling([0, 20], 20);
close_to('dp45_cooling', y(end), cool, 0.05);
end

function close_to(name, y, exact, tol)
assert(abs(y - exact) < tol);
fprintf('%-15s %9.4f\n', name, y);
end
