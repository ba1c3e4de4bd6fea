function drv_dp45
% Driver for DP45: the three right-hand sides of the fixed-step solvers, then
% every option once.
[t, y] = dp45(@rhs_bell, [0, 2], 1);
assert(max(abs(y - exp(-t.^2))) < 2e-3);
fprintf('dp45: bell     %.4f at %g\n', y(end), t(end));

k = log(39/40);
[t, y] = dp45('rhs_cooling', [0, 20], 20, [], k, 100);
assert(max(abs(y - (100 - 80*exp(k*t)))) < 0.05);
fprintf('dp45: cooling  %.3f at %g\n', y(end), t(end));

tight = dp_options('RelTol', 1e-8, 'abstol', 1e-10);
[t, y] = dp45(@rhs_logistic, 0:5:40, 0.1, tight, 0.3, 0.005);
assert(numel(t) == 9 && max(abs(y - 0.3./(0.005 + 2.995*exp(-0.3*t)))) < 1e-5);
fprintf('dp45: logistic');
fprintf(' %.4f', y);
fprintf('\n');

% A spring, forth and back again, with a mass matrix and control by norms.
spring = @(t, y) [y(2); -4*y(1)];
heavy = @(t, y) [2*y(2); -12*y(1)];
opts = dp_options(tight, 'Mass', [2, 0; 0, 3], 'NormControl', 'on', ...
                  'Stats', 'on');
[t, y] = dp45(heavy, [0, 3], [1; 0], opts);
assert(abs(y(end, 1) - cos(6)) < 1e-6);
[t, z] = dp45(spring, [3, 0], y(end, :), tight);
assert(max(abs(z(end, :) - [1, 0])) < 1e-6);
fprintf('dp45: spring   %.5f %.5f and back to %.5f\n', y(end, :), z(end, 1));

% Events: a ball is thrown up; it passes 3 m twice and ends on the ground.
ball = @(t, y) [y(2); -9.81];
opts = dp_options('Events', @dp_ball_event, 'MaxStep', 0.4, 'Refine', 2, ...
                  'OutputFcn', @(t, y) fprintf('.'));
[t, y, te, ye, ie] = dp45(ball, [0, 10], [0.5; 10], opts);
exact = (10 + [-1; 1; NaN]*sqrt(100 - 2*9.81*2.5))/9.81;
exact(3) = (10 + sqrt(100 + 2*9.81*0.5))/9.81;
assert(isequal(ie, [1; 1; 2]) && max(abs(te - exact)) < 1e-9);
fprintf('\ndp45: ball     %.5f %.5f %.5f, speed %.4f\n', te, ye(end, 2));

% Van der Pol's oscillator, all in one structure; the period is known.
vdp = @(t, y, mu) [y(2); mu*(1 - y(1)^2)*y(2) - y(1)];
opts = dp_options('RelTol', 1e-8, 'AbsTol', 1e-9, 'Events', @dp_rise_event, ...
                  'InitialStep', 0.01);
sol = dp45(vdp, [0, 40], [2; 0], opts, 1);
period = sol.xe(end) - sol.xe(end - 1);
assert(abs(period - 6.66328686) < 1e-5);
fprintf('dp45: van der Pol, period %.4f, %d rises\n', period, numel(sol.xe));

% A level that drains away must not fall below zero.
drain = @(t, y) -2*sqrt(max(y, 0));
opts = dp_options('NonNegative', 1);
[t, y] = dp45(drain, 0:0.25:2, 1, opts);
assert(min(y) >= 0 && abs(y(3) - 0.25) < 0.001);
fprintf('dp45: drained  %.2f %.2f %.2f\n', y([2, 3, end]));

% What must be refused.
refuse(@rhs_bell, [0, 0], 1, []);
refuse(@rhs_bell, [0, 2, 1], 1, []);
refuse(@(t, y) [1, 2], [0, 1], [1; 2], []);
refuse(@rhs_bell, [0, 1], 1, struct('RelTol', -1));
try
    dp_options('RelTol');
catch err
    fprintf('dp45: %s\n', err.message);
end
end

function refuse(rhs, tspan, y0, opts)
try
    dp45(rhs, tspan, y0, opts);
    error('refuse: nothing was wrong');
catch err
    fprintf('%s\n', err.message);
end
end
