//! What random programs are made of besides operators: calls of the library, texts,
//! containers, function values, names that several functions share. `X`, `Y` and `Z`
//! stand for variables, `K` for a small number.

/// Values computed from `Y` and `Z`.
pub(crate) const VALUES: &[&str] = &[
    // Along a dimension.
    "max (Y, [], 2)",
    "min (Y, Z)",
    "cumsum (Y)",
    "cumprod (Y, 2)",
    "sort (Y, 'descend')",
    "any (Y, 2)",
    "all (Y)",
    "mean (Y)",
    "median (Y)",
    "diff (Y)",
    "prod (Y, K)",
    "sum (Y, K)",
    "norm (Y)",
    "mode (Y)",
    "std (Y)",
    "var (Y, 0, K)",
    "range (Y)",
    // Rearranged.
    "fliplr (Y)",
    "flipud (Y)",
    "flip (Y, K)",
    "circshift (Y, 1)",
    "rot90 (Y)",
    "kron (Y, [1 2])",
    "triu (Y)",
    "diag (Y)",
    "Y.'",
    "[Y, Z]",
    "[Y; Z]",
    "[Y, Z; Z, Y]",
    "horzcat (Y, Z)",
    "vertcat (Y(:), Z(:))",
    "cat (K, Y, Z)",
    "repmat (Y, K, 2)",
    "reshape (Y, 1, [])",
    "reshape (Y, [], K)",
    "resize (Y, K, 2)",
    "postpad (Y, K)",
    "permute (Y, [2 1 3])",
    "vec (Y)",
    "blkdiag (Y, 1)",
    "colon (1, K)",
    // Searched.
    "unique (Y)",
    "union (Y, Z)",
    "setdiff (Y, Z)",
    "intersect (Y, Z)",
    "ismember (Y, Z)",
    "ismember (K, Y)",
    "find (Y, 1)",
    "nnz (Y)",
    "nonzeros (Y)",
    "lookup (1:3, Y)",
    "histc (Y, 1:3)",
    "accumarray ([1; 2; 1], [1; 2; 3])",
    "interp1 (1:3, [4 5 6], Y)",
    "polyfit (1:3, [1 2 3], 1)",
    "polyval ([1 2], Y)",
    "conv (Y, [1 1])",
    "filter (1, [1 2], Y)",
    "meshgrid (1:K, Y)",
    "sub2ind ([2 3], 1, K)",
    "nchoosek (K + 1, 2)",
    "primes (K * 3)",
    "magic (K)",
    "linspace (Y, Z, K)",
    "randperm (K)",
    "rand (K, 2)",
    "rand (size (Y)) > 0.5",
    // Classes.
    "int8 (Y)",
    "uint8 (Y) + 250",
    "int32 (7) / int32 (2)",
    "single (Y)",
    "double (Y)",
    "logical (Y)",
    "char (Y)",
    "cast (Y, 'int16')",
    "zeros (K, 'uint8')",
    "ones (2, K, 'like', Y)",
    "bitand (K, 3)",
    "idivide (int32 (K), int32 (2))",
    "complex (Y, 0)",
    "Y * 1i",
    "real (Y)",
    "sqrt (Y)",
    "abs (Y)",
    "log (Y)",
    "Y .^ 0.5",
    "(-1) .^ Y",
    "Y ^ 2",
    "Y / Z",
    "Y \\ Z",
    "2 .^ Y",
    "Y && Z",
    "Y || Z",
    "xor (Y, Z)",
    "~Y",
    "-Y",
    "Y == Z",
    "Y(1) < Z(1)",
    "floor (Y / 2)",
    "mod (Y, K)",
    "rem (Y, Z)",
    "hypot (Y, Z)",
    "isnan (Y)",
    "isa (Y, 'float')",
    "class (Y)",
    "isempty (Y)",
    "isequal (Y, Z)",
    "columns (Y)",
    "size (Y)(1)",
    "size (Y, [1 2])",
    "size_equal (Y, Z)",
    "numel (Y, 1, ':')",
    "nargin",
    "nargin ('helper')",
    "exist ('X', 'var')",
    // Texts.
    "sprintf ('%d,', Y)",
    "num2str (Y)",
    "mat2str (Y)",
    "int2str (Y)",
    "['ab', 'c']",
    "[Y, 'abc']",
    "strcat ('a', 'b')",
    "upper ('abc')",
    "upper (Y)",
    "strtrim ('  ab ')",
    "strsplit ('a,b,c', ',')",
    "strjoin ({'a', 'b'}, '-')",
    "strrep ('abcabc', 'b', 'xx')",
    "strrep (Y, 'a', 'bb')",
    "regexprep ('abc', '[ab]', '')",
    "regexp ('one two', '\\w+', 'match')",
    "regexp ('one two', '(\\w)(\\w)', 'tokens')",
    "regexp ('abc', 'x', 'once')",
    "strfind ('abcabc', 'b')",
    "strfind (w, 'o')",
    "strcmp (w, 'two')",
    "strcmp (Y, Z)",
    "strcmpi (Y, 'TEXT')",
    "strncmp (Y, 'te', 1)",
    "str2double ('1.5')",
    "str2double (w)",
    "blanks (K)",
    "repmat ('ab', 1, K)",
    "dec2bin (K)",
    "strvcat ('a', 'bcd')",
    "char ({'a', 'bcd'})",
    "cellstr (['ab'; 'cd'])",
    "ostrsplit ('a:b', ':')",
    "fliplr ('abc')",
    "'abc'(K)",
    "length ('text')",
    "validatestring ('a', {'abc', 'def'})",
    // `end` inside `end`.
    "Y(min (end, K))",
    "Y(max (1, end - numel (Z(1:end-1))))",
    "Y(Z(end))",
    "Y(end, end)",
    "Y(end:-1:max (end - 1, 1))",
    "Y(ceil (end / 2), :)",
    "Y(:, :, end)",
    "Y(:)(1)",
    "Y(logical (mod (1:numel (Y), 2)))",
    "Y(:, any (Y, 1))",
    "Y({1}{1})",
    "w{end}(end)",
    "w{min (end, K)}",
    "[w{1:2}]",
    "magic (4)(2:3, end)",
    // Containers.
    "{Y, Z}",
    "{Y; {Z, 1}}",
    "{}",
    "cell (2, K)",
    "num2cell (Y)",
    "cell2mat ({Y, Y})",
    "struct ('p', Y)",
    "struct ('p', {1, 2})",
    "struct ()",
    "fieldnames (s)",
    "struct2cell (s(1))",
    "cell2struct ({1; 2}, {'p'; 'q'}, 1)",
    "rmfield (s, 'q')",
    "setfield (s, 'p', Y)",
    "getfield (s, 'p')",
    "orderfields (s)",
    "isrow (w)",
    "iscellstr (w)",
    "w(:)'",
    "w([])",
    "[w, {Y}]",
    "[w; w]",
    "[s, s]",
    "numfields (s)",
    "isfield (s, {'p', 'z'})",
    "s(end).p",
    "s(1)",
    "containers.Map ()",
    "containers.Map ('KeyType', 'double', 'ValueType', 'any')",
    // Function values.
    "@(t) t + 1",
    "feval (@plus, Y, Z)",
    "feval (@(varargin) numel (varargin), Y, Z)",
    "(@(t) t(end)) (Y)",
    "arrayfun (@(t) t * 2, Y)",
    "arrayfun (@(t) {t}, Y, 'UniformOutput', false)",
    "arrayfun (@(i) Y(i), 1:numel (Y))",
    "cellfun (@(t) [t, 1], w, 'UniformOutput', false)",
    "cellfun (@(t, u) numel (t) + u, w, num2cell (1:numel (w)))",
    "cellfun (@(t) t(9), w, 'ErrorHandler', @(e, t) -1)",
    "cellfun ('length', w)",
    "cellfun (@upper, {'a', 'b'}, 'UniformOutput', false)",
    "structfun (@(t) numel (t), struct ('p', Y, 'q', Z))",
    "arrayfun (@(e) numel (e.p), s)",
    "func2str (@sin)",
    "str2func ('numel') (Y)",
    "bsxfun (@plus, Y, Z)",
    "accumarray ([1; 2; 2], [1; 2; 3], [], @max)",
    "nthargout (2, @max, [3 9 2])",
    "ifelse (true, Y, Z)",
    "merge (n > 2, Y, Z)",
    "gather_all (Y, Z, n)",
    "gather_all ()",
    "chosen ('first', Y)",
    "chosen ('other', Y)",
    "chosen (class (Y), Z)",
    "share (Y)",
    "safely (Y, Z)",
    "ternary (Y)",
    "twice (@(t) [t, 1], Y)",
    "twice ('early', Y)",
    // Ranges of all kinds.
    "int8 (1):int8 (K)",
    "int32 (K):-1:1",
    "single (1):K",
    "uint8 (250):2:255",
    "1:0.25:K",
    "K:-0.5:0",
    "(1:K) + Y",
    "-(0:K)",
    "(1:K)(end:-1:1)",
    // Classes that meet.
    "int8 (Y) .* 2.5",
    "int8 (100) + int8 (K) * 20",
    "[int8(Y), 1000]",
    "[single(1), Y]",
    "[true, Y]",
    "{1, 'a'}(K)",
    "uint8 (Y) - uint8 (Z)",
    "int64 (9007199254740993) + K",
    "bitshift (K, 2)",
    "-uint8 (K)",
    "~int8 (Y)",
    "true + true",
    "'a' + Y",
    "single (Y) .^ Z",
    "int32 (Y) .^ 2",
    "5 / int16 (K)",
    "NaN (K, 1) > Y",
    "max (int8 (Y), 3)",
    "sum (int8 ([100 100]))",
    "sum (single (Y))",
    "sum (Y > 1)",
    "mean (int8 ([1 2]))",
    "prod ([])",
    "max ([])",
    "cumsum (Y > 1, 2)",
    "any (zeros (0, K))",
    "isequal (Y, Y, Z)",
    // Arrays of more than two dimensions.
    "ones (2, K, 2)(:, :, end)",
    "sum (ones (2, K, 3), 3)",
    "max (cat (3, Y, Y), [], 3)",
    "reshape (1:8, 2, [], K)",
    "permute (ones (2, 3, K), [2 3 1])",
    "squeeze (ones (1, K, 3))",
    "ones (2, 3, K)(:)'",
    "ones (2, 3, K)(2, :)",
    "size (ones (2, 3, K), 3)",
    "numel (ones (2, 3, K)(:, :, 1))",
    "mean (ones (2, 1, K), 3)",
    "repmat (Y, [1 1 K])",
    "zeros (K, 0, 2)",
    "cell (1, 2, K)",
    // Lists of values.
    "[s.p]",
    "{s.p}",
    "numel ({s.q})",
    "max (w{end}, [], 1)",
    "plus (w{[1 1]})",
    "cat (1, s.p)",
    "{w{:}, Y}",
    "[s(1).p, s(end).p]",
    "{w{2:end}}",
    "vertcat (w{1}, w{end})",
    "size (w)(end)",
    "w(cellfun (@ischar, w))",
    "w{cellfun (@isnumeric, w)}",
    // Masks, of the right size and of others.
    "Y([true true true true true])",
    "Y(false)",
    "Y(Y == Y)",
    "Y(:, logical ([1 0 1]))",
    "Y(logical (zeros (size (Y))))",
    "Y(~logical (Y))",
    "Y(Z > K)",
    "nnz (Y > Z)",
    "Y(find (Y > K, 1):end)",
    "Y(1 + (Y(1) > K))",
    // Functions in functions.
    "feval (@(f) f (Y), @(t) t')",
    "(@(t) (@(u) u + t) (K)) (Y)",
    "cellfun (@(t) cellfun (@numel, {t, t}), {Y, Z}, 'UniformOutput', false)",
    "arrayfun (@(i) sum (Y(:) == i), 1:K)",
    "feval (@counted)",
    "counted (Y)",
    "counted (Y, Z)",
    "grown (K)",
    "gridded (K)",
    "factorials (K)",
    "first_of (w{:})",
    "first_of (Y, Z)",
    "nargin (@counted)",
    "make_counter () ()",
    "inputs (Y, 'width', K)",
];

/// Statements that store something.
pub(crate) const ACTS: &[&str] = &[
    "shared_value = Y;",
    "X = shared_value;",
    "shared_value(end+1) = 1;",
    "share (Y);",
    "s(2).p = Y;",
    "s(1) = [];",
    "[s.p] = deal (Y);",
    "s.p(end+1) = K;",
    "s.r.t{K} = Y;",
    "s.(sprintf ('f%d', K)) = Y;",
    "s(K).q.z = Z;",
    "w{K}{2} = Y;",
    "w(end) = [];",
    "w(K) = {Y};",
    "w(:) = {Y};",
    "w{K}.p = Y;",
    "[w{1:2}] = deal (Y);",
    "[X, w{1}] = deal (Y, Z);",
    "[X(2), Z] = max ([1 5 3]);",
    "[X, s.p] = size (Y);",
    "[X, Z] = ismember (Y, 1:3);",
    "[X, ~] = sort (Y(:));",
    "[X, Z] = meshgrid (1:K, 1:2);",
    "[X, Z] = strtok ('one two');",
    "[X, Z] = regexp ('abcabc', 'b', 'start', 'match');",
    "[X, Z] = cellfun (@max, {1, [2 3]});",
    "[X, Z] = arrayfun (@(t) deal (t, t + 1), 1:K);",
    "[X, Z] = fileparts ('a/b.c');",
    "[X, Z] = ind2sub ([2 3], 1:K);",
    "[X, Z] = quietly (Y);",
    "[X, Z] = unique ([3 1 3]);",
    "[X{1:2}] = size (Y);",
    "X(end+1, :) = Y;",
    "X(:, end+1) = Y(:);",
    "X(K, :) = [];",
    "X(:, K, :) = [];",
    "X(:, :, end+1) = Y;",
    "X(logical (Y)) = K;",
    "X(Y) = [];",
    "X(Y > 1) = Z(Y > 1);",
    "X(:) = 1:numel (X);",
    "X(1, :) = Y;",
    "X(K, 2, 2) = 1;",
    "X([1 1 2]) = [7 8 9];",
    "X(end, end) = 1i;",
    "X{K} = Y;",
    "X.p = Y;",
    "X.p(K).q = Z;",
    "X(K).p = Y;",
    "X += Y;",
    "X .*= 2;",
    "X++;",
    "X--;",
    "X ^= 2;",
    "X |= true;",
    "X = Y = 3;",
    "X = ~isempty (Y) && Y(1);",
    "eval ('X = [X, 1];');",
    "eval ('X = nothing_there;', 'X = 2;');",
    "clear X",
    "X = evalc ('1;');",
    "if isargout (1), X = 1; end",
    "f = @(t) t + numel (X); Y = f (Z);",
    "f = @() X(end); Y = f ();",
    "f = @plus; X = f (Y, 1);",
    "m = containers.Map (); m('k') = Y; X = m('k');",
    "m = containers.Map ('KeyType', 'double', 'ValueType', 'any'); m(K) = Y; X = m.keys ();",
    "m = containers.Map ({'p', 'q'}, {Y, 2}); X = m.values (); Z = m.Count;",
    "for e = s, X = e; end",
    "for [v, key] = struct ('p', Y, 'q', 2), X = v; Z = key; end",
    "for v = {Y, Z}, X = v{1}; end",
    "for v = Y', X = v; end",
    "for v = 'abc', X = v; end",
    "for v = zeros (0, 3), X = v; end",
    "for v = Y, X = [X, v]; end, Z = v;",
    "do, X = [X, 1]; until numel (X) > 3",
    "while numel (X) < K, X(end+1) = 1; end",
    "switch Z, case 'text', X = 1; case {'a', 'b'}, X = 'c'; otherwise, X = {}; end",
    "switch Y, case {}, X = 1; case [], X = 2; case K, X = 3; end",
    "try, X = Y(99); catch err, X = err.message; Z = err.identifier; end",
    "try, error ('a:b', 'text %d', K); catch err, X = err.identifier; end",
    "try, error (struct ('message', 'no', 'identifier', 'a:b')); catch, X = lasterr (); end",
    "unwind_protect, X = Y(K); unwind_protect_cleanup, Z = 1; end_unwind_protect",
    "assert (isnumeric (Y)); X = Y;",
    "assert (numel (Y) == K); X = Y;",
    "validateattributes (Y, {'numeric'}, {'vector'}); X = Y;",
    "if ~ischar (Y), error ('no text'); end, X = Y;",
    "if nargin < 3, X = 1; else, X = n; end",
    "if any (Y(:) ~= Z(:)), X = 1; else, X = Y; end",
    "if ~exist ('X', 'var'), X = 1; end",
    "if ischar (Y) && strcmp (Y, 'text'), X = 1; elseif iscell (Y), X = Y{1}; end",
    "if isstruct (X) && isfield (X, 'p'), Z = X.p; end",
    "if isa (Y, 'function_handle'), X = Y (1); end",
    // What is left in `ans`.
    "numel (Y); X = ans;",
    "Y + 1; X = ans(1);",
    "Y; X = ans;",
    "{Y}; X = ans{1};",
    "several (K); X = ans;",
    "quietly (Y); Z = ans;",
    // Growth in more dimensions.
    "X = []; for i = 1:K, X(:, :, i) = ones (2); end",
    "X = zeros (2, 0); for i = 1:K, X(:, end+1) = [i; i]; end",
    "X = {}; for i = 1:K, X{i, 2} = i; end",
    "X = []; for i = 1:K, X(i).p = i; X(i).q = Y; end",
    "X = struct ('p', {}); X(K).p = Y;",
    "X = []; X(end+1).p = Y; X(end+1).p = Z;",
    "X = ''; for i = 1:K, X = [X, sprintf('%d', i)]; end",
    "X = zeros (1, 0, 'int8'); for i = 1:K, X(end+1) = i * 50; end",
    "X = int8 (0); for i = 1:K, X = X + 100; end",
    "X = true; for i = 1:K, X(i) = i; end",
    "X = 0; while true, X = X + 1; if X > K, break; end, end",
    "X = 1; do, X = X * 2; until X > K",
    "X = Y; for i = 1:K, X = X'; end",
    "X = Y; for i = 1:K, X = {X}; end",
    "X = Y; for i = 1:K, X = [X; X]; end",
    "X(2, 3, K) = Y(1);",
    "X(:, :, K) = 1;",
    "X(:, 1, end+1) = 2;",
    "X(1:K, end+1) = 3;",
    "X(end+1:end+K) = 4;",
    "X(K:-1:1) = 1:K;",
    "X([]) = [];",
    "X(:) = [];",
    "X(:, :) = [];",
    "X(1:end-1) = [];",
    "X(:, end) = [];",
    "X(logical ([1 0])) = [];",
    "X(end, :) = [];",
    "X(1, :, :) = [];",
    "X(false) = 5;",
    "X([true false true]) = K;",
    "X(X == K) = NaN;",
    "X(~X) = 1;",
    "X(:, 1) = Y(:, end);",
    "X(1) = 'a';",
    "X(1) = int8 (3);",
    "X(2) = single (2.5);",
    "X(1) = true;",
    "X(1) = {Y};",
    "X = X(:); X(end+1) = 1;",
    // Lists on the left.
    "[s(1:end).p] = deal (K);",
    "[w{:}] = deal (Y);",
    "[X, Z] = w{[1 end]};",
    "[X, Z] = s.p;",
    "[s.p, X] = max (Y);",
    "[X, Z] = several (K);",
    "[X, Z] = gather_all (Y, Z);",
    "[X, Z] = counted (Y);",
    "c = cell (1, 2); [c{:}] = max ([4 9 2]); X = c{2};",
    "[X.p, X.q] = deal (Y, Z);",
    "[X, Y] = deal (Y, X);",
    "[X(1), X(2)] = deal (K, 1);",
    // Ways out.
    "unwind_protect, X = 1; error ('no'); unwind_protect_cleanup, X = 'b'; end_unwind_protect",
    "for i = 1:3, try, X = Y(i); catch, X = -1; break; end, end",
    "for i = 1:K, unwind_protect, if i > 1, continue; end, X = i; unwind_protect_cleanup, Z = i; end_unwind_protect, end",
    "try, try, error ('a'); catch, X = 1; error ('b'); end, catch e, Z = e.message; end",
    "while true, try, X = Y(K); break; catch, X = {}; break; end, end",
    "for i = {1, 'a', Y}, switch class (i{1}), case 'char', X = i; case 'double', Z = i{1}; end, end",
    "switch {1, 2}, case 1, X = 1; otherwise, X = 2; end",
    "switch 'abc', case {'abc', 1}, X = Y; end",
    "switch Y, case {1, 2, 'x'}, X = 'one'; case 'text', X = 2; end",
    "switch K, case {1, {2}}, X = 1; case [2 3], X = 2; end",
    "switch double (Z), case 'text', X = Y; case {'b', 'a'}, X = K; end",
    "Z = double ('a'); switch Z, case 'a', X = Z; otherwise, X = 'b'; end",
    "switch K + 95, case {{2}, 'a'}, X = K; case 'b', X = 'b'; end",
    // What lasts.
    "make_counter () (); X = tick () + tick ();",
    "global another; another = Y; X = another;",
    "shared_value = []; share (Y); X = shared_value;",
    "clear -global shared_value",
    "clear ('X'); X(K) = 1;",
    "f = make_counter (); X = f () + f ();",
    "f = @(varargin) varargin; X = f (Y, Z){end};",
    "f = @(t) t; g = @(t) f (t) + 1; X = g (Y);",
    "f = {@sin, @numel}; X = f{2} (Y);",
    // Functions that are called by name here and through a handle there.
    "X = noted (Y); if K > 2, f = @noted; else, f = @marked; end, Z = f (Z);",
    "X = noted (1:2); f = {@noted, @marked}; for i = 1:2, Z = f{i} (Y); end",
    "f = {}; f{end+1} = @noted; f{end+1} = @marked; X = f{mod(K, 2)+1} (Y); Z = marked (1);",
    "X = marked ('ab'); for f = {@marked, @noted}, Z = f{1} (Y); end",
    "q = struct ('f', {@noted, @marked}); X = q(K).f (Y); Z = noted (1);",
    "q(K).f = @noted; X = q(end).f (Y); Z = noted ('a');",
    "q = struct (); q.(sprintf ('f%d', K)) = @noted; h = struct2cell (q){1}; X = h (Y); noted (1);",
    "m = containers.Map (); m('k') = @noted; f = m('k'); X = f (Y); Z = noted (0);",
    "X = applied (@noted, Y); Z = applied (@marked, K); noted (1);",
    "f = @noted; g = @(t) f (t); if K > 1, g = @(t) t; end, X = g (Y); noted (3);",
    "X = cellfun (@marked, {Y, Z}); Z = marked (1);",
    "X = cellfun (@(f) f (Y), {@marked, @numel}); Z = marked (K);",
    "X = arrayfun (@(e) e.f (Y), struct ('f', {@noted, @noted}), 'UniformOutput', false); noted (1);",
    "f = 'noted'; if K > 1, f = 'marked'; end, X = feval (f, Y); Z = noted (1); marked (1);",
    "f = str2func (['no', 'ted']); X = f (Y); noted (1);",
    "f = str2func ('@(t) noted (t)'); X = f (Y); noted (1);",
    "kept_handle (@noted); X = kept_handle (); noted (1);",
    "global held; held = @noted; X = call_global (Y); noted (1);",
    "q.f = @noted; q = setfield (q, 'f', @marked); X = q.f (Y); marked (1); noted (1);",
    "[f, g] = deal (@noted, @marked); X = f (Y); Z = g (Y); noted (1); marked (1);",
    "f = ifelse_of (K > 1, @noted, @marked); X = f (Y); noted (1); marked (1);",
    "X = 0; while X < 2, if X == 0, f = @noted; else, f = @marked; end, f (Y); X++; end, noted (1);",
    "try, f = @noted; error ('x'); f = @marked; catch, end, X = f (Y); noted (1);",
    "eval (sprintf ('X = no%s (Y);', 'ted')); Z = noted (1);",
    "X = deep_apply (@noted, Y, K); noted (1);",
    "w{2} = @marked; f = w(2:end); X = f{1} (Y); Z = marked (1);",
    "f = @(varargin) varargin{1} (varargin{2:end}); X = f (@noted, Y); noted (1);",
    "c = num2cell ([1 2]); c{1} = @noted; c = fliplr (c); X = c{2} (Y); noted (1);",
    "q.a.b = @noted; t = q; t.a = rmfield (struct ('b', @marked, 'c', 1), 'c'); X = t.a.b (Y); marked (1);",
    "f = @noted; g = f; f = 1; [X, Z] = deal (g (Y), noted (1));",
    "X = func2str (@noted); f = str2func (X); X = f (Y); Z = noted (1);",
    "q.f = @(t) t(:)'; X = q.f (Y);",
    "f = @() deal (1, 2); [X, Z] = f ();",
    "a = Y; f = @() a; a = 1; X = f ();",
    "eval ('X = Y(1);'); Z = X;",
    "eval (sprintf ('X = %d;', K));",
    "evalin ('caller', '1;'); X = 1;",
    "assignin ('base', 'unseen', Y);",
    "X = nargin; if nargin == K, X = Y; end",
    "X = K:-1:1; X(X > 1) = []; Z = X;",
    "X = 1:5; X(2) = []; X(end) = 9;",
    "X = 1:K; X(2) += 0.5;",
    "X = eye (K); X(1, 2) = 1;",
    "X = eye (K) * 2; Z = X(:, 1);",
    "X = inv (eye (K)); Z = X \\ ones (K, 1);",
    "X = 1:3; X(5) = 1; Z = X > 0;",
    "s.p.q = Y; s.p.q(K) = 1; X = s.p;",
    "s = struct ('p', {1, 2, 3}); X = [s(2:end).p];",
    "s(K) = struct ('p', 1, 'q', 2);",
    "s = [s, s]; X = size (s);",
    "w = [w, w]; X = w(end);",
    "w(2) = []; X = numel (w);",
    "w{end+1}.p = Y; X = w{end}.p;",
    "w = {}; w{2, 2} = Y; X = w(:, 1);",
];

/// The functions that the templates call.
pub(crate) const FUNCTIONS: &str = "\
function [n, varargout] = counted (varargin)
  n = nargin;
  for i = 1:nargout - 1
    varargout{i} = varargin{min (i, end)};
  end
end
function r = grown (k)
  r = [];
  for i = 1:k
    r(i, :) = [i, i];
    if numel (r) > 4, return; end
  end
end
function r = gridded (k)
  r = zeros (k, k, 2);
  for i = 1:k
    for j = i:k
      r(i, j, 1) = i * j;
    end
  end
end
function r = factorials (k)
  if k <= 1, r = 1; else, r = [factorials(k - 1), prod(1:k)]; end
end
function r = first_of (varargin)
  r = varargin{1};
  if nargin > 1 && isempty (r), r = varargin{2}; end
end
function f = make_counter ()
  c = 0;
  f = @() c + 1;
end
function r = inputs (p, varargin)
  r.p = p;
  for i = 1:2:numel (varargin)
    r.(varargin{i}) = varargin{i + 1};
  end
end
function varargout = gather_all (varargin)
  total = [];
  for i = 1:nargin
    total = [total; numel(varargin{i})];
  end
  varargout{1} = total;
  varargout{2} = varargin;
end
function r = noted (v)
  seen = v;
  r = {seen};
end
function r = marked (v)
  seen = {v};
  r = numel (seen{1});
end
function r = applied (f, v)
  r = f (v);
end
function r = deep_apply (f, v, k)
  if k <= 0, r = f (v); else, r = deep_apply (f, {v}, k - 1); end
end
function f = ifelse_of (c, f, g)
  if ~c, f = g; end
end
function r = kept_handle (f)
  persistent held
  if nargin, held = f; r = 0; else, r = held (1:4); end
end
function r = call_global (v)
  global held
  r = held (v);
end
function r = chosen (what, p)
  switch lower (what)
    case 'first'
      r = p(1);
    case {'double', 'char'}
      r = {what, p};
    otherwise
      r = what;
  end
end
function r = share (p)
  global shared_value
  if isempty (shared_value)
    shared_value = p;
  else
    shared_value = [shared_value(:); 1];
  end
  r = shared_value;
end
function r = safely (p, q)
  try
    r = p * q;
  catch problem
    r = problem.message;
  end
end
function r = ternary (p)
  if isempty (p), r = 'none'; elseif isscalar (p), r = p; else, r = p(2:end); end
end
function r = twice (f, p)
  r = feval (f, feval (f, p));
end
function [p, q] = quietly (p)
  unwind_protect
    q = p(1);
    p(end+1) = q;
  unwind_protect_cleanup
    if ~exist ('q', 'var'), q = []; end
  end_unwind_protect
end
";
