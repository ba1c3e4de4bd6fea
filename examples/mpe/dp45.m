function [tout, yout, te, ye, ie] = dp45(rhs, tspan, y0, opts, varargin)
% DP45  Adaptive solver for y' = f(t, y): the pair of Dormand and Prince.
%   [t, y] = dp45(rhs, [t0 tend], y0) integrates from t0 to tend, in either
%   direction; rhs is a function of (t, y), given by handle or by name, that
%   returns a column.  Row i of y is the state at time t(i).
%   [t, y] = dp45(rhs, [t0 t1 ... tend], y0) reports at the given times only.
%   [t, y] = dp45(rhs, tspan, y0, opts) takes options made by DP_OPTIONS.
%   [t, y] = dp45(rhs, tspan, y0, opts, p1, ...) hands p1, ... on to rhs and to
%   the event function.
%   [t, y, te, ye, ie] = dp45(...) also returns when which event happened.
%   sol = dp45(...) returns all this in one structure.

% What was asked for.
if nargin < 3
    error('dp45: a function, an interval and an initial state are needed');
end
if nargin < 4 || isempty(opts)
    opts = dp_options();
else
    opts = dp_options(opts);
end
if ~isnumeric(tspan) || numel(tspan) < 2
    error('dp45: the interval needs two elements at least');
end
if ~isnumeric(y0) || isempty(y0)
    error('dp45: the initial state must be a numeric vector');
end
tspan = tspan(:);
nspan = numel(tspan);
t0 = tspan(1);
tend = tspan(nspan);
if t0 == tend
    error('dp45: the ends of the interval must differ');
end
tdir = sign(tend - t0);
for k = 2:nspan
    if tdir*(tspan(k) - tspan(k - 1)) <= 0
        error('dp45: the times must strictly increase or decrease');
    end
end

y = y0(:);
neq = numel(y);
rtol = opts.RelTol;
if ~isscalar(rtol) || rtol <= 0
    error('dp45: RelTol must be a positive number');
end
if rtol < 100*eps
    rtol = 100*eps;
    warning('dp45: RelTol was raised to %g', rtol);
end
atol = opts.AbsTol(:);
if any(atol <= 0)
    error('dp45: AbsTol must be positive');
end
if numel(atol) ~= 1 && numel(atol) ~= neq
    error('dp45: AbsTol needs one element or one per component');
end
by_norm = strcmp(opts.NormControl, 'on');
if by_norm && numel(atol) ~= 1
    error('dp45: with NormControl AbsTol must be a scalar');
end
hmax = opts.MaxStep;
if isempty(hmax)
    hmax = 0.1*abs(tend - t0);
elseif hmax <= 0
    error('dp45: MaxStep must be positive');
end
hmax = min(hmax, abs(tend - t0));

refine = opts.Refine;
at_times = nspan > 2;
if at_times || refine < 1
    refine = 1;
end
has_events = ~isempty(opts.Events);
has_output = ~isempty(opts.OutputFcn);
nonneg = opts.NonNegative;
mass = opts.Mass;

% Coefficients: stages, weights of the fifth order, difference to the fourth.
c = [0, 1/5, 3/10, 4/5, 8/9, 1, 1];
A = zeros(7, 7);
A(2, 1) = 1/5;
A(3, 1:2) = [3/40, 9/40];
A(4, 1:3) = [44/45, -56/15, 32/9];
A(5, 1:4) = [19372/6561, -25360/2187, 64448/6561, -212/729];
A(6, 1:5) = [9017/3168, -355/33, 46732/5247, 49/176, -5103/18656];
A(7, 1:6) = [35/384, 0, 500/1113, 125/192, -2187/6784, 11/84];
E = [71/57600; 0; -71/16695; 71/1920; -17253/339200; 22/525; -1/40];

% The first evaluation, the first step.
t = t0;
K = zeros(neq, 7);
f0 = feval(rhs, t, y, varargin{:});
if size(f0, 1) ~= neq || size(f0, 2) ~= 1
    error('dp45: the function must return a column of %d elements', neq);
end
if ~isempty(mass)
    if size(mass, 1) ~= neq || size(mass, 2) ~= neq
        error('dp45: the mass matrix must be %d by %d', neq, neq);
    end
    f0 = mass\f0;
end
K(:, 1) = f0;
evals = 1;
if isempty(opts.InitialStep)
    h = first_step(y, f0, rtol, atol, hmax, by_norm);
else
    h = min(abs(opts.InitialStep), hmax);
end

% Room for the results; it grows in chunks.
chunk = max(50, nspan);
tout = zeros(chunk, 1);
yout = zeros(chunk, neq);
tout(1) = t;
yout(1, :) = y.';
nout = 1;
next = 2;
te = [];
ye = [];
ie = [];
if has_events
    [val0, terminal, direct] = feval(opts.Events, t, y, varargin{:});
end
if has_output
    feval(opts.OutputFcn, t, y);
end

steps = 0;
failed = 0;
done = false;
while ~done
    hmin = 16*eps*max(abs(t), abs(tend - t0)*1e-3);
    h = min(hmax, max(hmin, h));
    last = false;
    if 1.1*h >= abs(tend - t)
        h = abs(tend - t);
        last = true;
    end

    % One step, tried until its error is small enough.
    refused = false;
    while true
        hs = tdir*h;
        for s = 2:7
            ys = y + hs*(K(:, 1:s - 1)*A(s, 1:s - 1).');
            fs = feval(rhs, t + c(s)*hs, ys, varargin{:});
            if ~isempty(mass)
                fs = mass\fs;
            end
            K(:, s) = fs;
        end
        evals = evals + 6;
        ynew = ys;
        if last
            tnew = tend;
        else
            tnew = t + hs;
        end
        err = step_error(h*(K*E), y, ynew, rtol, atol, by_norm);
        if ~isempty(nonneg)
            err = max(err, max(-ynew(nonneg))/max(atol));
        end
        if err <= 1
            break
        end
        failed = failed + 1;
        if h <= hmin
            warning('dp45: no step is short enough at t = %g', t);
            done = true;
            break
        end
        if refused
            h = max(hmin, h/2);
        else
            h = max(hmin, h*max(0.1, 0.8*err^(-1/5)));
        end
        refused = true;
        last = false;
    end
    if done
        break
    end
    steps = steps + 1;
    if ~isempty(nonneg)
        ynew(nonneg) = max(ynew(nonneg), 0);
    end

    % Did a sign change within the step?
    tstop = tnew;
    if has_events
        val1 = feval(opts.Events, tnew, ynew, varargin{:});
        [tz, yz, iz, stop] = find_events(opts.Events, val0, val1, terminal, ...
            direct, t, y, hs, K, tdir, varargin);
        te = [te; tz];
        ye = [ye; yz];
        ie = [ie; iz];
        if stop
            tstop = tz(end);
            done = true;
        end
        val0 = val1;
    end

    % Report: at given times, or at equal parts of the step.
    if at_times
        while next <= nspan && tdir*(tspan(next) - tstop) <= 0
            [tout, yout, nout] = report(tout, yout, nout, tspan(next), ...
                inside(tspan(next), t, y, hs, K, tnew, ynew, nonneg), chunk);
            next = next + 1;
        end
        if done && tout(nout) ~= tstop
            [tout, yout, nout] = report(tout, yout, nout, tstop, ...
                inside(tstop, t, y, hs, K, tnew, ynew, nonneg), chunk);
        end
    else
        for k = 1:refine
            tk = t + (tstop - t)*(k/refine);
            if k == refine
                tk = tstop;
            end
            yk = inside(tk, t, y, hs, K, tnew, ynew, nonneg);
            [tout, yout, nout] = report(tout, yout, nout, tk, yk, chunk);
        end
    end
    if has_output
        feval(opts.OutputFcn, tout(nout), yout(nout, :).');
    end
    if last
        done = true;
    end

    % On to the next step; its first stage is the last one of this step.
    t = tnew;
    y = ynew;
    K(:, 1) = K(:, 7);
    if ~refused
        h = h*min(5, 0.8*max(err, 1e-10)^(-1/5));
    end
end

tout = tout(1:nout);
yout = yout(1:nout, :);
if strcmp(opts.Stats, 'on')
    fprintf('dp45: %d steps, %d refused, %d evaluations\n', steps, failed, evals);
end
if nargout == 1
    sol.x = tout;
    sol.y = yout;
    sol.xe = te;
    sol.ye = ye;
    sol.ie = ie;
    sol.stats = struct('steps', steps, 'failed', failed, 'evals', evals);
    tout = sol;
end
end

function h = first_step(y, f0, rtol, atol, hmax, by_norm)
% A step whose change of y is moderate compared with the tolerance.
if by_norm
    rate = norm(f0)/max(norm(y), atol/rtol);
else
    rate = max(abs(f0)./max(abs(y), atol/rtol));
end
h = hmax;
if h*rate > 0.8*rtol^(1/5)
    h = 0.8*rtol^(1/5)/rate;
end
end

function err = step_error(d, y, ynew, rtol, atol, by_norm)
% Estimated error in units of what is allowed.
if by_norm
    err = norm(d)/max(rtol*max(norm(y), norm(ynew)), atol);
else
    err = max(abs(d)./max(rtol*max(abs(y), abs(ynew)), atol));
end
if isnan(err)
    err = Inf;
end
end

function yk = inside(tk, t, y, hs, K, tnew, ynew, nonneg)
% The state at time tk of the step from t to tnew.
if tk == tnew
    yk = ynew;
else
    yk = interpolate((tk - t)/hs, y, hs, K);
    if ~isempty(nonneg)
        yk(nonneg) = max(yk(nonneg), 0);
    end
end
end

function yk = interpolate(q, y, hs, K)
% Fourth-order interpolation at the fraction q of a step.
P = [1, -183/64, 37/12, -145/128;
     0, 0, 0, 0;
     0, 1500/371, -1000/159, 1000/371;
     0, -125/32, 125/12, -375/64;
     0, 9477/3392, -729/106, 25515/6784;
     0, -11/7, 11/3, -55/28;
     0, 3/2, -4, 5/2];
yk = y + hs*(K*(P*[q; q^2; q^3; q^4]));
end

function [tout, yout, nout] = report(tout, yout, nout, tk, yk, chunk)
% Stores one more point.
nout = nout + 1;
if nout > numel(tout)
    tout = [tout; zeros(chunk, 1)];
    yout = [yout; zeros(chunk, size(yout, 2))];
end
tout(nout) = tk;
yout(nout, :) = yk.';
end

function [tz, yz, iz, stop] = find_events(events, val0, val1, terminal, ...
    direct, t, y, hs, K, tdir, args)
% Zeros of the event functions within one step, in the order in which they
% happen, up to the first that ends the integration.
tz = [];
yz = [];
iz = [];
stop = false;
for k = 1:numel(val0)
    rises = val0(k) < 0 && val1(k) >= 0;
    falls = val0(k) > 0 && val1(k) <= 0;
    if (rises && direct(k) >= 0) || (falls && direct(k) <= 0)
        lo = 0;
        hi = 1;
        for turn = 1:50
            mid = 0.5*(lo + hi);
            val = feval(events, t + mid*hs, interpolate(mid, y, hs, K), args{:});
            if (val(k) < 0) == (val0(k) < 0) && val(k) ~= 0
                lo = mid;
            else
                hi = mid;
            end
        end
        tz = [tz; t + hi*hs];
        yz = [yz; interpolate(hi, y, hs, K).'];
        iz = [iz; k];
    end
end
if numel(tz) > 1
    [order, at] = sort(tdir*tz);
    tz = tz(at);
    yz = yz(at, :);
    iz = iz(at);
end
for k = 1:numel(iz)
    if terminal(iz(k))
        tz = tz(1:k);
        yz = yz(1:k, :);
        iz = iz(1:k);
        stop = true;
        break
    end
end
end
