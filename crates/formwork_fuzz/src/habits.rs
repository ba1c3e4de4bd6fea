//! What other people write, and our own programs did not: `&` and `|` in conditions with
//! operands that fail, handles that are called as statements, functions that ask how many
//! outputs are wanted, effects on both sides of an assignment, callees that change their
//! callers, texts that are evaluated, lists as outputs, sizes around every budget of folding,
//! numbers that are none, infinite, signed zeros or beyond the exact integers. `X`, `Y` and `Z`
//! stand for variables, `K` for a small number.

/// Conditions.
pub(crate) const CONDITIONS: &[&str] = &[
    "isempty (X) | X(1) == 0",
    "n < 3 & X(n + 1) > 0",
    "~isempty (X) & X(end) > 1 | noisy (3)",
    "noisy (0) & noisy (1)",
    "noisy (1) | X(99)",
    "X > 0 | X(9)",
    "numel (X) > 2 & X(3)",
    "isnumeric (X) & ~isempty (X) & X(1) < 2",
    "(n > 1 | X(n)) & true",
    "X(1) < 5 || X(1) > 1",
    "~(X(1) < 5) && ~(X(1) >= 5)",
    "X(1) >= 0 | X(1) < 0",
    "isvector (X)",
    "X == Y",
    "0 & undefined_function_here (X)",
    "exist ('X') == 1",
    "exist ('no_such_variable') ~= 1",
];

/// Values that variables begin with.
pub(crate) const NUMBERS: &[&str] = &[
    "NaN",
    "Inf",
    "-Inf",
    "-0",
    "2^53",
    "2^53 + 2",
    "-2^60",
    "[1 NaN 3]",
    "[-0 0]",
    "realmax",
    "[NaN; Inf]",
    "1e-320",
];

/// Statements.
pub(crate) const ACTS: &[&str] = &[
    // Handles as statements.
    "g_ = @() disp (X); g_ ();",
    "g_ = @(v) shown (v); g_ (Y);",
    "g_ = @() asked (Y); g_ (); X = g_ ();",
    "g_ = @() asked (Y); [X, Z] = g_ ();",
    "feval (@shown, Y);",
    "feval ('asked', Y);",
    "cellfun (@(t) shown (t), {Y, Z});",
    "X = cellfun (@(t) asked (t), {1, 2});",
    "asked (Y);",
    "X = asked (Y);",
    "[X, Z] = asked (Y);",
    "asked (Y); X = ans;",
    // Effects on both sides.
    "X(order_of (K)) = order_of (1);",
    "s.(name_of ('p')) = order_of (3);",
    "[X(order_of (2)), Z] = several (order_of (1));",
    "w{order_of (1)} = order_of (2);",
    "X = order_of (1) + order_of (2);",
    "X = [order_of(1), order_of(2); order_of(3), Y];",
    // Callees that change their callers, and texts.
    "set_in_caller ('X', Y);",
    "X = 3; set_deep ('X'); Z = X;",
    "set_in_caller ('fresh_name', Y); X = fresh_name;",
    "X = read_caller ('Y');",
    "eval ('X = Y;');",
    "X = eval ('[Y, 1]');",
    "X = eval ('Y + 1;', '0');",
    "eval ('X = [X, 1];', 'X = 0;');",
    "eval ('no_such_thing_here');",
    "X = evalc ('disp (1)');",
    "f_ = eval ('@(t) t + 1'); X = f_ (Y);",
    "clear X; eval ('X = Y;');",
    "clear ('X'); X(2) = 1;",
    // Lists as outputs.
    "[w{1:2}] = several (Y);",
    "[w{:}] = deal (Y);",
    "[s.p] = deal (Y);",
    "c_ = cell (1, K); [c_{:}] = several (Y); X = c_;",
    "[X, w{1}] = several (Y);",
    "[w{K}] = asked (Y);",
    "[w{[]}] = shown (Y);",
    // Sizes around the budgets.
    "X = numel (diag (ones (1, 725)));",
    "X = size (zeros (1000, 600)(1:2, :));",
    "X = sum (ones (1, 70000));",
    "X = numel (repmat ('ab', 1, 40000));",
    "X = columns (eye (800));",
    "X = sum (1:1e5);",
    "X = accumarray ([1000 1000], 1)(end);",
    "X = zeros (1, 65537); X(end + 1) = 1; Y = numel (X); X = 1;",
    // What loops accumulate.
    "X = 1; for q_ = 1:60, X = 2 * X; end; Y = X + 1 > X;",
    "X = 1; Z = 1; for q_ = 1:90, t_ = X + Z; Z = X; X = t_; end; Y = (X + 1) - X;",
    "X = 1; for q_ = 1:200, X = X * q_; end; Y = X - X == 0;",
    "X = 2^53; for q_ = 1:3, X = X + 1; end; Y = X + 1 > X;",
    "X = 1; for q_ = 1:n, X = 3 * X + 1; end; Y = mod (X, 2);",
    "X = 1; for q_ = 1:40, if n > 1, X = 4 * X; end, end; Y = numel (X:X+2);",
    "X = 0; for q_ = 1:n, X = X + q_; end; Y = X + 1 > X;",
    "X = Y; while X(1) < 3, X = X + 1; end; Z = X(1) >= 3;",
    "X = Y; q_ = 0; do, X = X + 1; q_ = q_ + 1; until ~(X(1) < 7) || q_ > 9",
    "X = grown (n); Y = X + 1 > X;",
    // Numbers that are none.
    "X = (Y(1) > 0) || (Y(1) <= 0);",
    "X = abs (Y(1)) >= 0;",
    "X = max (Y(1), 3) >= 3;",
    "X = Y(1) == Y(1);",
    "X = min (Y(1), 0) <= 0;",
    "X = 1 / (Y(1) * 0);",
    "X = Y(1) - Y(1);",
    "X = mod (Y(1), 3) < 3;",
    "X = floor (Y(1)) <= Y(1);",
    // Text in ranges, and loops over everything.
    "X = 1:'c';",
    "for q_ = 65:'C', X = q_; end",
    "for q_ = @sin, X = 1; end",
    "for q_ = Y', X = q_; end",
    "X = 'a':'e'; X(2) = 1;",
    // Errors after errors.
    "try, error ('a'); error ('b'); catch, X = lasterr (); end",
    "try, X = undefined_here; catch e_, X = e_.message; end",
    "try, error ('Id:x', 'a%d', n); catch e_, X = e_.identifier; try, error (e_); catch, Y = lasterr (); end, end",
    "error ('');",
    "error (strtrim ('  ')); X = 5;",
];

/// The functions that these call.
pub(crate) const FUNCTIONS: &str = "\
function r = noisy (v)
  disp (v);
  r = v > 0;
end
function shown (v)
  disp (size (v));
end
function varargout = asked (v)
  disp (nargout);
  for q_ = 1:nargout
    varargout{q_} = numel (v) + q_;
  end
end
function r = order_of (v)
  printf ('%d ', v);
  r = v;
end
function r = name_of (v)
  disp (v);
  r = v;
end
function set_in_caller (name, value)
  assignin ('caller', name, value);
end
function set_deep (name)
  evalin ('caller', [name ' = [1 2 3 4];']);
end
function r = read_caller (name)
  r = evalin ('caller', name);
end
function r = grown (n)
  if n <= 0
    r = 1;
  else
    r = 1000 * grown (n - 1);
  end
end
";
