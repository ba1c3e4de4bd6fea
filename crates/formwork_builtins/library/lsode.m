function [x, istate, msg] = lsode (fcn, x_0, t, t_crit)
  % Solves ordinary differential equations, stiff or not, and gives the states at the times T.
  % The method is Radau IIA of order five, with steps as the tolerances of lsode_options ask for.
  if nargin < 3
    print_usage ();
  end
  [f, jacobian] = functions_of (fcn);
  if ! (isnumeric (x_0) || islogical (x_0)) || (! isvector (x_0) && ! isempty (x_0))
    error ("lsode: initial state X_0 must be a vector");
  end
  if ! (isnumeric (t) || islogical (t)) || (! isvector (t) && ! isempty (t))
    error ("lsode: output time variable T must be a vector");
  end
  if nargin < 4
    t_crit = [];
  end
  istate = 2;
  msg = "successful exit";
  y = double (x_0(:));
  count = numel (t);
  if count == 0
    x = [];
    return;
  end
  x = zeros (count, numel (y));
  x(1,:) = y.';
  % State of the solver: the size of the next step, and the matrix of derivatives.
  state = struct ("h", lsode_options ("initial step size"), "jacobian", [], "fresh", false);
  for k = 2:count
    now = t(k-1);
    stops = t_crit(t_crit > min (now, t(k)) & t_crit < max (now, t(k)));
    stops = sort (stops(:).');
    if t(k) < now
      stops = fliplr (stops);
    end
    for stop = [stops, t(k)]
      [y, now, state, istate] = advance (f, jacobian, y, now, stop, state);
      if istate < 0
        break;
      end
    end
    if istate < 0
      break;
    end
    x(k,:) = y.';
  end
  if istate < 0
    if istate == -1
      msg = sprintf ("excess work on this call (t = %g; perhaps wrong integration method)", now);
    else
      msg = sprintf (["repeated convergence failures (t = %g; perhaps bad Jacobian supplied or " ...
                      "wrong choice of integration method or tolerances)"], now);
    end
    x = [];
    if nargout < 2
      error ("lsode: %s", msg);
    end
  end
end

function [f, jacobian] = functions_of (fcn)
  % The derivative and, if it is given, its matrix of derivatives.
  jacobian = [];
  if iscell (fcn)
    if numel (fcn) > 1
      jacobian = one_function (fcn{2});
    end
    fcn = fcn{1};
  elseif ischar (fcn) && rows (fcn) == 2
    jacobian = one_function (strtrim (fcn(2,:)));
    fcn = strtrim (fcn(1,:));
  end
  f = one_function (fcn);
end

function f = one_function (fcn)
  if is_function_handle (fcn)
    f = fcn;
  elseif ischar (fcn) && isvarname (strtrim (fcn))
    f = str2func (strtrim (fcn));
  elseif ischar (fcn)
    % The text of an expression for xdot, or an assignment to it.
    expression = regexprep (strtrim (fcn), {'^\w+\s*=(?!=)', ';\s*$'}, '');
    f = str2func (["@(x, t) " expression]);
  else
    error ("lsode: FCN argument is not a valid function name or handle");
  end
end

function xdot = derivative (f, y, t)
  try
    xdot = f (y, t);
  catch problem
    error ("%s\nerror: lsode: evaluation of user-supplied function failed", problem.message);
  end
  if numel (xdot) != numel (y)
    error ("lsode: inconsistent sizes for state and derivative vectors");
  end
  xdot = double (xdot(:));
end

function [y, now, state, istate] = advance (f, jacobian, y, now, stop, state)
  % Steps from one time to another.
  persistent radau = constants ();
  istate = 2;
  if stop == now
    return;
  end
  direction = sign (stop - now);
  rtol = lsode_options ("relative tolerance");
  atol = lsode_options ("absolute tolerance");
  rtol = max (rtol(:), 10 * eps);
  atol = atol(:);
  largest = lsode_options ("maximum step size");
  least = max (lsode_options ("minimum step size"), 0);
  limit = lsode_options ("step limit");
  n = numel (y);
  xdot = derivative (f, y, now);
  if state.h <= 0
    weight = atol + rtol .* abs (y);
    slope = norm (xdot ./ weight, Inf);
    state.h = min (abs (stop - now), 1e-2 * max (norm (y ./ weight, Inf), 1e-6) / max (slope, 1e-10));
    state.h = max (state.h, 1e-10 * max (abs (now), abs (stop - now)));
  end
  steps = 0;
  rejected = false;
  while direction * (stop - now) > 0
    steps += 1;
    if steps > limit
      istate = -1;
      return;
    end
    h = state.h;
    if largest > 0
      h = min (h, largest);
    end
    left = abs (stop - now);
    last = h >= left * (1 - 1e-10);
    if last
      h = left;
    elseif h > left / 2
      h = left / 2;
    end
    if h < max (least, 4 * eps (abs (now)))
      istate = -5;
      return;
    end
    if ! state.fresh
      state.jacobian = matrix_of (f, jacobian, y, now, xdot);
      state.fresh = true;
    end
    [z, theta, done] = stages (f, y, now, direction * h, state.jacobian, radau, rtol, atol);
    if ! done
      state.fresh = false;
      state.h = h / 4;
      rejected = true;
      continue;
    end
    after = y + z(:,3);
    weight = atol + rtol .* max (abs (y), abs (after));
    filter = eye (n) - direction * h * radau.gamma * state.jacobian;
    guess = direction * h * radau.gamma * xdot + z * radau.error;
    problem = filter \ guess;
    error_now = norm (problem ./ weight) / sqrt (n);
    if error_now >= 1 && (steps == 1 || rejected)
      problem = filter \ (guess + direction * h * radau.gamma * (derivative (f, y + problem, now) - xdot));
      error_now = norm (problem ./ weight) / sqrt (n);
    end
    factor = 0.9 * max (error_now, 1e-8) ^ (-1/4);
    if error_now < 1
      if last
        now = stop;
      else
        now += direction * h;
      end
      y = after;
      xdot = derivative (f, y, now);
      state.fresh = theta < 1e-3;
      factor = min (factor, 6);
      if rejected
        factor = min (factor, 1);
      end
      if ! last || factor < 1
        state.h = h * factor;
      else
        state.h = max (state.h, h * factor);
      end
      rejected = false;
    else
      state.h = h * max (min (factor, 0.8), 0.1);
      state.fresh = state.fresh && theta < 1e-3;
      rejected = true;
    end
  end
end

function radau = constants ()
  % The method: nodes, weights, and what estimates the error.
  s = sqrt (6);
  radau.nodes = [(4 - s) / 10, (4 + s) / 10, 1];
  radau.weights = [(88 - 7*s) / 360, (296 - 169*s) / 1800, (-2 + 3*s) / 225;
                   (296 + 169*s) / 1800, (88 + 7*s) / 360, (-2 - 3*s) / 225;
                   (16 - s) / 36, (16 + s) / 36, 1/9];
  % The inverse of the real eigenvalue of the inverse of the weights.
  radau.gamma = 30 / (6 + 81^(1/3) - 9^(1/3));
  radau.gamma = 1 / radau.gamma;
  radau.error = radau.gamma * [-13 - 7*s; -13 + 7*s; -1] / 3;
end

function [z, theta, done] = stages (f, y, now, h, J, radau, rtol, atol)
  % What the state changes by at each node, found by Newton's method.
  n = numel (y);
  z = zeros (n, 3);
  slopes = zeros (n, 3);
  weight = atol + rtol .* abs (y);
  [L, U, P] = lu (eye (3 * n) - h * kron (radau.weights, J));
  done = false;
  theta = 0;
  before = 0;
  for round = 1:10
    for k = 1:3
      slopes(:,k) = derivative (f, y + z(:,k), now + radau.nodes(k) * h);
    end
    wrong = h * slopes * radau.weights.' - z;
    change = reshape (U \ (L \ (P * wrong(:))), n, 3);
    if ! all (isfinite (change(:)))
      return;
    end
    z += change;
    size_now = norm (change ./ weight, "fro") / sqrt (3 * n);
    if round > 1
      theta = size_now / before;
      if theta >= 0.99
        done = size_now < 1e-6;
        return;
      end
      if theta / (1 - theta) * size_now < 1e-3
        done = true;
        return;
      end
    elseif size_now < 1e-8
      done = true;
      return;
    end
    before = size_now;
  end
end

function J = matrix_of (f, jacobian, y, now, xdot)
  % The derivatives of XDOT by the state.
  if ! isempty (jacobian)
    J = jacobian (y, now);
    return;
  end
  n = numel (y);
  J = zeros (n, n);
  for k = 1:n
    step = sqrt (eps) * max (abs (y(k)), 1e-5);
    moved = y;
    moved(k) += step;
    J(:,k) = (derivative (f, moved, now) - xdot) / (moved(k) - y(k));
  end
end
