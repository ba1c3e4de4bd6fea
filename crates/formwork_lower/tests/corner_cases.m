s = 0; for i = 1:10, s = s + i * 2 - 1; end
%%
for i = 1:0, s = 1; end
%%
i = 7; for i = 5:1, end
%%
for i = 3:-1:0, z = i; end
%%
n = -0; for i = n:2, z(i + 1) = 1 / i; end
%%
z = [0 0 0]; n = -0; for i = n:2, z(i + 1) = 1 / i; end
%%
x = [1 2 3]; for i = 1:5, x(i) = i; end
%%
x = zeros (1, 5); x(3) = 4; for i = 1:numel (x), x(end - i + 1) = i; end
%%
a = zeros (3, 4); for i = 1:3, for j = 1:4, a(i, j) = i * 10 + j; end, end, b = 0; for k = 1:12, b = b * 2 + a(k); end
%%
k = 0; while true, k = k + 1; if k == 3, continue; end, if k > 5, break; end, last = k; end
%%
k = 0; do, k++; until k >= 4
%%
k = 0; do, k++; if k == 2, break; end, until k >= 4
%%
for i = 1:3, if i == 2, q = i; end, end, r = q;
%%
if false, q = 1; end
try, for i = 1:3, if i > 5, q = 1; end, end, r = q; catch e, disp (e.message); end
%%
n = NaN; for i = 1:n, s = i; end
%%
n = 2.5; s = 0; for i = 1:n, s = s + i; end
%%
s = 0; for i = 0:0.1:1, s = s + i; end
%%
x = [1 -0 0 NaN]; y = -x; z = x + 0; w = x .* -1; for i = 1:4, v(i) = 1 / y(i); end
%%
x = [-0]; s = sum (x); y = [-0 -0]; for i = 1:2, u = sum (y); end
%%
x = -4; for i = 1:3, y = sqrt (x); x = x + 4; end
%%
a = true; for i = 1:3, a = a + 1; end
%%
a = true; b = false; for i = 1:3, c = a + b; d = -a; e = ~i; end
%%
for i = 1:8, m(i) = mod (i - 4, 3); r(i) = rem (i - 4, 3); end
%%
m = zeros (1, 8); r = m; for i = 1:8, m(i) = mod (i - 4, 3); r(i) = rem (i, 3); end
%%
m = 0; for i = 1:8, m = m + mod (i * 0.5, -0.75); end
%%
r = 1; for i = 1:3, x = -0; r = rem (x, 3); q = 1 / r; end
%%
x = [1 2 3]; y = [1 2]; try, for i = 1:2, z = x + y; end, catch e, disp (e.message); end
%%
x = [1 2 3]; try, for i = 1:5, z = x(i); end, catch e, disp (e.message); end
%%
x = [1 2 3]; try, for i = 1:3, z = x(i / 2); end, catch e, disp (e.message); end
%%
x = 5; for i = 1:2, z = x(1) + x(1, 1); end
%%
x = [4; 5; 6]; for i = 1:3, z = x(i, 1) + x(i); x(i) = -z; x(i, 1) = x(i) * 2; end
%%
x = zeros (0, 3); try, for i = 1:2, z = x(1); end, catch e, disp (e.message); end
%%
x = 1:5; s = 0; for i = 1:5, s = s + x(i); end, y = x;
%%
for i = 1:3, x = i:i + 2; end
%%
e = eye (3); for i = 1:3, e = e * 2; end
%%
x = []; for i = 1:4, x(end + 1) = i; end
%%
a = 1; b = 2; for i = 1:2, if a < 1 | b > 1, a = 3; end, end
%%
a = 1; b = 2; for i = 1:2, if a == 1 | sum ([b 1]) > 1, a = 3; end, end
%%
switch 3, case 1, z = 1; case 3, z = 2; otherwise, z = 3; end
%%
for i = 1:4, switch mod (i, 3), case 0, z = i; case {1, 2}, z = -i; end, end
%%
c = 0; for i = 1:3, for j = i + 1:3, c = c + 1; end, end
%%
for i = 1:3, for j = i + 1:3, end, d = 1; end
%%
try, for i = 1:2, x(i) = y; end, catch e, disp (e.message); end
%%
x = 1e17; try, y = [1 2]; for i = 1:2, z = y(x); end, catch e, disp (e.message); end
%%
x = zeros (2, 0); for i = 1:2, y = x + 1; n = numel (x); end
%%
m = [true false]; for i = 1:2, m(i) = ~m(i); end, k = 0; for i = 1:2, m(i) = 2; end
%%
s = 0; for i = 10:-3:-5, s = s * 2 + i; end
%%
n = 7; s = 0; for i = n:-2:-n, s = s * 3 + i; end, for i = -n:5:n, s = s - i; end
%%
s = 0; for i = 1:10, s = s + fib__ (i); end
%%
s = 0; for i = 1:40, s = deep__ (i); end
%%
try, s = 0; for i = 1:40, s = deep__ (100); end, catch e, disp (e.message); end
%%
s = 0; for i = 1:6, [a, b] = split__ (i); s = s + a * b; end
%%
s = 0; for i = 1:6, s = s + early__ (i, [3 1 4 1 5]); end
%%
s = 0; for i = 1:3, s = s + options__ (i) + options__ (i, 2) + options__ (i, 2, 7); end
%%
try, s = 0; for i = 1:3, s = s + options__ (); end, catch e, disp (e.message); end
%%
try, for i = 1:3, [a, b, c] = split__ (i); end, catch e, disp (e.message); end
%%
x = [1 2 3]; for i = 1:3, y = twice__ (x); z = twice__ (i); end
%%
try, for i = 1:3, y = maybe__ (i); end, catch e, disp (e.message); end
%%
s = 0; for i = 1:4, s = s + even__ (i); end
%%
s = 0; for i = 1:5, if i > 6, error ('never'); else, s = s + i; end, end
%%
try, s = 0; for i = 1:5, s = s + i; if i > 3, error ('at %d', i); end, end, catch e, disp (e.message); end
%%
s = 0; for i = 1:5, s = s + i; if i > 3, printf ('%d\n', i); end, end
%%
s = 0; for i = 1:5, if i > 3, s = s + i, end, end
%%
x = [5 6 7 8]; for i = 1:3, y = x(2:3); z = x(end:-1:1); w = x(i:end); u = x(:); v = x(1:0); t = x(5:4); end
%%
x = [5; 6; 7]; for i = 1:3, y = x(2:3); z = x(end:-1:1); w = x(i:end); u = x(:); v = x(1:0); t = x(:)'; end
%%
A = [1 2 3; 4 5 6]; for i = 1:2, y = A(i, :); z = A(:, i); w = A(1:2, 2:3); u = A(:); v = A(2, end:-1:1); t = A(:, 1:0); q = A(2:3); end
%%
try, A = [1 2 3; 4 5 6]; for i = 1:2, y = A(3, :); end, catch e, disp (e.message); end
%%
try, A = [1 2 3; 4 5 6]; for i = 1:2, y = A(:, 2:4); end, catch e, disp (e.message); end
%%
A = zeros (3, 4); for i = 1:3, A(i, :) = i; A(:, i) = [7; 8; 9]; A(i, 2:3) = [i -i]; end
%%
A = zeros (3, 4); for i = 1:3, A(i, :) = [1 2 3 4]'; A(1:2, 2:3) = [5 6; 7 8]; A(:) = A(:) + 1; end
%%
A = zeros (2, 3); for i = 1:2, A(:) = i; A(:, :) = A + 1; A(2, [3 1]) = [9 8]; A([2 1], :) = A; end
%%
x = 1:5; y = zeros (1, 5); for i = 1:2, y(1:2:5) = 3; y([2 4]) = [i 7]; y(end:-1:4) = [1 2]; end
%%
try, x = zeros (1, 3); for i = 1:2, x(1:2) = [1 2 3]; end, catch e, disp (e.message); end
%%
try, A = zeros (2, 2); for i = 1:2, A(:, 1) = [1 2 3]; end, catch e, disp (e.message); end
%%
x = [3 -1 4 1 -5]; for i = 1:2, m = x > 0; y = x(m); z = x(x < -9); k = find (m); s = sum (m); x(m) = 0; end
%%
x = [3; -1; 4]; for i = 1:2, y = x(x > 0); x(logical ([1; 0; 1])) = i; k = find (x); end
%%
x = [1 2 3]; y = [4; 5]; for i = 1:2, A = x + y; B = x .* y; C = A - x; D = A ./ y; end
%%
A = [1 2; 3 4]; for i = 1:2, B = A'; C = A * B; D = A * [i; 1]; E = [i 1] * A; f = [1 2 3] * [4; 5; 6]; g = [1; 2] * [3 4]; end
%%
v = [0.1 0.2 0.3]; w = [1e16 1 -1e16 0.5 0.25]; for i = 1:2, f = v * v'; g = w * w'; h = w * [1; 1; 1; 1; 1]; k = v * [0.1; 0.7; 0.9]; end
%%
try, for i = 1:2, C = [1 2 3] * [1 2 3]; end, catch e, disp (e.message); end
%%
for i = 1:3, x = [i, i + 1, 7]; y = [x, i]; z = [i; x']; w = [x; x]; u = [w, [1; 2]]; t = [true, i]; s = [x(1:0), 4]; end
%%
x = []; for i = 1:5, x(end + 1) = i * i; end, y = x; z = numel (x);
%%
x = []; for i = 1:5, x(i) = i; if i == 3, s = sum (x); end, end
%%
x = []; for i = 1:0, x(end + 1) = i; end
%%
x = zeros (0, 1); for i = 1:4, x(end + 1) = i; end
%%
x = [1; 2]; for i = 1:4, x(end + 1) = x(end) + x(end - 1); end
%%
x = []; for i = 1:5, if isempty (x) || x(end) < 3, x(end + 1) = i; end, end
%%
x = [7 8]; for i = 1:6, x(i) = i; end
%%
x = 5; for i = 1:3, x(i) = i; end
%%
for i = 1:3, clear v; v(i) = i; end
%%
x = []; for i = 1:3, x = [x, i]; end
%%
x = []; for i = 1:3, x = [x; i, i]; end
%%
best = []; for i = 1:4, if isempty (best) || i > best, best = i; end, end
%%
A = zeros (2, 3, 2); for k = 1:2, for i = 1:2, A(i, :, k) = [1 2 3] * i + k; end, B = A(:, :, k); C = A(1, 2, k); D = A(:, 2, :); E = A + 1; F = A(:, :, 1:2) - A; end
%%
A = zeros (2, 3, 2); for k = 1:2, A(:, :, k) = ones (2, 3) * k; A(2, 3, k) = 7; n = numel (A); m = size (A, 3); q = A(end); r = A(7); end
%%
s = 0; for x = [3 1 4], s = s * 10 + x; end, for y = [], s = -1; end, for z = zeros (1, 0), s = -2; end
%%
s = 0; for x = [1 2; 3 4], s = s + sum (x); end
%%
v = [2 7 1]; s = 0; for x = v, if x > 5, continue; end, s = s + x; end, for x = v(1:0), s = 99; end
%%
for i = 1:3, a = max (i, 2); b = min ([3 1 2], i); c = max ([1 5 NaN 2]); d = min ([4; 2; 8]); [m, p] = max ([1 9 9 2]); [q, r] = min ([NaN 3 -1]); e = max (NaN, i); f = max (-0, 0); g = min ([0 -0]); h = max ([-0 0 -0]); k = max (0, -0); end
%%
for i = 1:2, a = max ([NaN NaN]); b = max ([]); c = max ([-Inf -Inf]); d = min (zeros (0, 3)); end
%%
for i = 1:3, a = any ([0 0 i]); b = all ([1 i 0]); c = any ([0 NaN]); d = all ([]); e = any (i > 2); f = prod ([i 2 3]); g = mean ([1 i 4]); h = cumsum ([1 i 4]); k = cumprod ([2; i]); l = mean (i); end
%%
A = [1 2; 3 4; 5 6]; for i = 1:2, a = sum (A); b = sum (A, 2); c = max (A); d = min (A, [], 2); e = mean (A); f = any (A > 5); g = all (A); h = prod (A, 2); k = sum (A(:)); l = sum (sum (A)); end
%%
for i = -2:2, a = round (i / 2); b = fix (i / 2); c = sign (i); d = atan2 (i, 3); e = hypot (i, 2); f = i ^ 3; g = 2 ^ i; h = (i / 3) ^ 2; k = abs (i) ^ 0.5; l = (-2) ^ i; m = i ^ i; n = exp (i); o = log (abs (i)); p = tanh (i); end
%%
for i = 1:2, y = (-8) ^ (1 / 3); z = log (-1); w = asin (2); end
%%
x = [1 -2 3]; for i = 1:3, a = x .^ 2; b = x .^ 3; c = x .^ -1; d = 2 .^ x; e = x .^ i; f = abs (x) .^ 0.5; g = x .^ [1 2 3]; h = x .^ [0.5 1 2]; end
%%
for i = 1:6, a = mod (i, 3); b = mod (-i, 3); c = rem (-i, 3); d = mod (i, 0); e = rem (i, 0); f = mod (i * 0.1, 0.3); g = mod (5, -i); h = rem (5.5, i); k = mod (i, 2.5); x = mod ([1 2 3] * i, 2); end
%%
s = single (1); t = single ([1 2 3]); for i = 1:3, s = s / 3 + i; t = t * s; u = t(i) + 0.1; v = -t; w = double (s); q = s < u; end
%%
a = int8 (100); b = uint8 (200); c = int32 ([1 2 3]); for i = 1:3, a = a + 50; b = b - 100; c = c * 1.5; d = c(i) / 2; e = -a; f = int16 (i * 2.5); g = b * 2; h = c + int32 (i); k = c > 2; x = c(c(1)); end
%%
x = int8 ([1 2 3]); for i = 1:3, x(i) = i * 60; y = x + true; end
%%
try, for i = 1:2, a = int8 (1) + int16 (1); end, catch e, disp (e.message); end
%%
s = 'hello'; t = "help"; n = 0; for i = 1:4, if s(i) == t(i), n = n + 1; end, c = s(i) + 1; d = s(i) ~= 'l'; k = length (s); end
%%
s = 'abc'; for i = 1:2, u = s(i); end
%%
x = [1 2 3]; for i = 1:2, x += 1; x -= [1 1 1]; x .*= 2; x(2) += i; end
%%
try, x = [1 2 3]; for i = 1:2, x += [1; 2; 3]; end, catch e, disp (e.message); end
%%
x = 1:4; s = 0; for i = 1:4, s = s + x(i); end, y = x; for i = 1:2, z = x + 1; w = x'; q = -x; end
%%
for i = 1:2, x = 1:3; y = (1:3)'; z = (0:2) * i; w = [1:3, i]; s = sum (1:4); end
%%
k = 2; n = 30; f = ones (1, n); f(1) = 0; while k * k <= n, if f(k), j = k * k; while j <= n, f(j) = 0; j = j + k; end, end, k = k + 1; end
%%
x = zeros (1, 10); k = 11; while k > 1, k = k - 1; x(k) = k; end, j = 0; while j > -5, j = j - 2; x(-j) = 1; end
%%
x = [1 2 3]; k = 1; while k < 3, x(k) = 7; k = k * 2; end, m = 0; for i = 1:3, m = m + 0.5; if m == 1, x(m) = 4; end, end
%%
z = -0; x = [1 2]; k = 1; while k < 3, y = 0 * -k; w = 1 / y; x(k) = 1 / (k - k); k = k + 1; end
%%
p = 1; x = [4 5 6]; for i = 1:25, p = p * i; end, q = 3; for i = 1:40, q = q * 3; end, y = x(1);
%%
for i = 1:3, a = zeros (i, 2); b = ones (2); c = zeros (size (a)); d = size (a); [m, n] = size (a); e = ndims (a); f = isempty (a); g = numel (a(1:0)); h = zeros (-1, 2); k = length (a); l = zeros (0, 3); o = length (l); q = isscalar (i); end
%%
x = [1 2 3 4 5 6]; for i = 1:2, A = reshape (x, 2, 3); B = reshape (A, 3, 2); C = repmat ([1 2], 2, 2); D = repmat (i, 2, 3); E = repmat ([1; 2], 1, i); end
%%
try, x = [1 2 3]; for i = 1:2, A = reshape (x, 2, 2); end, catch e, disp (e.message); end
%%
a = [1 0 2]; b = [0 0 3]; for i = 1:2, c = a & b; d = a | b; e = ! a; f = a == b; g = xor (true, false); h = [1 0] & i; end
%%
try, a = [1 NaN]; for i = 1:2, c = a & a; end, catch e, disp (e.message); end
%%
x = [1 2 3]; try, for i = 1:2, y = x([1 4]); end, catch e, disp (e.message); end
%%
x = [1 2 3]; try, for i = 1:2, y = x([1 1.5]); end, catch e, disp (e.message); end
%%
x = 4; for i = 1:2, y = x([1 1 1]); z = x(1, 1); w = x(:); end
%%
A = [1 2; 3 4]; for i = 1:2, y = A([1 2]); z = A([1; 2]); w = A([1 2], [2 1]); u = A([true false], :); end
%%
r = zeros (1, 0); c = zeros (0, 1); for i = 1:2, a = r(1:0); b = c(1:0); d = [r, r]; e = [c; c]; f = [r, 1]; g = r'; h = sum (r); k = sum (c); l = r + 1; end
%%
s = 0; for i = 1:3, s = s + helper_row__ ([1 2 i]) + helper_row__ (i); end
%%
s = zeros (1, 3); for i = 1:3, s(i) = norm2__ ([i; 2]); end
%%
A = [1 2; 3 4; 5 6]; i = zeros (1, 0); for v = 1:2, A(i, 3) = 7; end
%%
A = [1 2; 3 4]; try, for v = 1:2, B = A(1:0, 5); end, catch e, disp (e.message); end
%%
A = [1 2; 3 4]; try, for v = 1:2, B = A(zeros (1, 0), [1 9]); end, catch e, disp (e.message); end
%%
A = [1 2; 3 4]; for v = 1:2, A(1:0, 4) = 1; end
%%
A = [1 2; 3 4]; for v = 1:2, A(zeros (1, 0), :) = 1; A(1:0, 1:0) = 2; end
%%
g = 1; for v = 1:2, g = []; for i = 1:4, a = i; end, end
%%
g = 1; if true, g = []; for i = 1:4, if i > 2, [a, b] = split__ (i); elseif i > 1, a = rem (i, 2); end, end, end
%%
g = []; if g, a = 1; else, g = [g, 1]; g = []; for i = 1:4, a = 2; end, end
%%
g = []; for i = 1:3, g = [g, 1]; g = []; end
%%
g = []; for i = 1:3, g = [g, i]; if i == 2, g = []; end, end
%%
x = 3; for i = 1:3, x = []; x = i; x = []; end
%%
x = [1 2]; for i = 1:3, if i == 2, x = []; end, end
%%
x = [1 2]; for i = 1:3, if i == 2, x = []; else, x = [x, i]; end, y = isempty (x); z = numel (x); end
%%
s = asserts__ (3); try, t = asserts__ (-3); catch e, disp (e.message); end
%%
x = 0:0.25:1; for i = 1:2, y = double (x); z = real (x); end, disp (y), disp (x(2:3))
%%
f = @twice__; s = 0; for i = 1:5, s = s + f (i); end
%%
f = @sin; s = 0; for i = 1:5, s = s + f (i) + feval (f, -i) + feval (@cos, i) + feval ('exp', i); end
%%
a = 2; b = [1 2 3]; f = @(x) a * x + b; a = 100; s = 0; for i = 1:4, s = s + sum (f (i)); end
%%
f = @(x, y) x; s = 0; for i = 1:4, s = s + f (i); end, try, for i = 1:2, s = s + f (); end, catch e, disp (e.message); end, try, for i = 1:2, s = s + f (1, 2, 3); end, catch e, disp (e.message); end
%%
f = @(varargin) numel (varargin) + nargin; s = 0; for i = 1:4, s = s * 10 + f (i, 2) + f () + f ([1 2 3], i, 4); end
%%
f = @split__; for i = 1:4, [a, b] = f (i); [c, d] = feval (f, i + 0.5); [p, q] = feval ('split__', i); end
%%
f = @(n) split__ (n); for i = 1:4, [a, b] = f (i); c = f (i); end
%%
g = @(x) x; try, for i = 1:3, [a, b] = g (i); end, catch e, disp (e.message); end
%%
s = 0; for k = 1:3, if k == 2, f = @sin; else, f = @cos; end, s = s + f (k); end
%%
s = 0; for k = 1:4, if k < 3, f = @(x) x + k; end, s = s + f (1); end
%%
s = 0; for j = 1:3, f = @(x) x * j; for i = 1:3, s = s + f (i); end, end
%%
h = @(f, x) f (x) + 1; s = 0; for i = 1:3, s = s + h (@sin, i) + h (@(t) t * i, 2) + h (@twice__, [i 2])(1); end
%%
s = 0; for i = 1:3, s = s + apply__ (@twice__, i) + apply__ (@(x) x - i, 1) + apply__ ('twice__', i) + apply__ (@fib__, i + 4); end
%%
s = 0; for i = 1:3, s = s + compose__ (i); end
%%
f = @nowhere__; try, for i = 1:3, s = f (i); end, catch e, disp (e.message); end
%%
f = @(x) nowhere__ (x); try, for i = 1:3, s = f (i); end, catch e, disp (e.message); end
%%
f = @(x) sqrt (x); s = 0; for i = -1:1, s = s + f (i); end
%%
x = 1:4; f = @(k) x(k); s = 0; for i = 1:4, s = s + f (i); end
%%
x = [1 2 3]; f = @() x; x = 7; for i = 1:2, y = f (); z = f ()(2); end
%%
f = @() []; for i = 1:2, y = f (); end, g = @() 1:3; for i = 1:2, y = g (); end
%%
f = @(x) x + unset__; try, for i = 1:2, y = f (i); end, catch e, disp (e.message); end
%%
f = @sin; t = 0; for i = 1:3, if is_function_handle (f) && ! ischar (f) && ! isnumeric (f) && numel (f) == 1 && ! isempty (f), t = t + 1; end, end
%%
f = @(x) end__ (x); function r = end__ (x), r = -x; end
x = [3 4]; for i = 1:2, y = x(f (-i)); end
%%
f = @sin; for i = 1:3, y = f (i); f = @cos; end
%%
f = @sin; g = f; s = 0; for i = 1:3, g = f; s = s + g (i); end
%%
f = 5; for i = 1:2, f = @sin; end
%%
f = @sin; for i = 1:2, f = 5; end
%%
fs = {@sin, @cos, 3}; s = 0; for i = 1:3, s = s + fs{1} (i) * fs{2} (i) + fs{3} + numel (fs); end
%%
fs = {@sin, @cos}; s = 0; try, for i = 1:3, s = s + feval (fs{i}, i); end, catch e, disp (e.message); end
%%
c = {1, [2 3], 'abc'}; s = 0; for i = 1:3, s = s + c{1} + sum (c{2}) + c{2}(2) + numel (c{3}) + c{end}(1) + length (c) + isempty (c); end
%%
c = {}; s = 0; for i = 1:3, s = s + numel (c) + isempty (c) + options__ (i, c{:}); end
%%
c = {2, 3}; s = 0; for i = 1:3, s = s + options__ (i, c{:}) + max (c{:}); end, try, for i = 1:3, s = options__ (i, 1, c{:}); end, catch e, disp (e.message); end
%%
c = {2; 3}; s = 0; for i = 1:3, s = s + options__ (i, c{:}); end
%%
c = {2, 3}; for i = 1:3, [a, b] = c{:}; end
%%
c = {2, 3}; for i = 1:2, d = c; c{i} = i; end
%%
s = 0; for i = 1:3, s = s + spread__ (i) + spread__ (i, 2) * 10 + spread__ (i, [1 2], 3) * 100; end
%%
s = 0; for i = 1:3, s = s + pass_on__ (i) + pass_on__ (i, 2) + pass_on__ (i, 2, i); end, try, for i = 1:2, s = pass_on__ (1, 2, 3, 4); end, catch e, disp (e.message); end
%%
r = 0; for i = 1:2, r = r + region_of_varargin__ (i, 3, [4 5], @sin); end, r2 = region_of_varargin__ (1);
%%
r = 0; for k = 1:4, for f = {@sin, @cos}, r = r + euler__ (f{1}, k); end, end, r3 = euler__ (@(t, y) t - y, 3); r4 = euler__ ('hypot', 3);
%%
s = 0; for i = 1:3, s = s + recursive_handle__ (@recursive_handle__, i); end
%%
s = 0; for i = 1:3, try, s = s + feval (@error, 'a'); catch e, s = s + 1; end, end
%%
f = @(x) x; s = int8 (0); for i = 1:3, s = f (int8 (100)) + s; t = f (true); u = f (single (i)); v = f ('a'); end
%%
g = 3; f = @(x) x + g; s = 0; for i = 1:3, g = g + 1; s = s + f (g); end
%%
z = -0; f = @() z; for i = 1:2, y = 1 / f (); end
%%
f = @(i) (@(x) x + i); s = 0; for i = 1:3, h = f (i); s = s + h (1); end
%%
t = 'central'; s = 0; for i = 1:3, if strcmp (t, 'central') && ! strcmpi (t, 'UPWIND') && strncmp (t, 'cent', 3), s = s + i; else, error ('no'); end, end
%%
t = 'ab'; s = 0; for i = 1:3, s = s * 10 + strcmp (t, 'abc') + 2 * strncmp (t, 'abc', 2) + 4 * strncmp (t, 'abc', 3) + 8 * strncmpi (t, 'AB', 9) + strcmp (t, 5) + strcmp (5, t); end
%%
t = ''; u = 'abc'(1:0); s = 0; for i = 1:3, s = s * 10 + strcmp (t, '') + 2 * strcmp (u, '') + 4 * strcmp (u, t) + isempty (t) + numel (u); end
%%
try, t = 'ab'; for i = 1:3, s = strncmp (t, 'ab', 0); end, catch e, disp (e.message); end
%%
s = 0; for i = 1:3, s = s + scheme__ (i, 'central') + scheme__ (i, 'UPWIND'); end, try, for i = 1:3, s = s + scheme__ (i, 'other'); end, catch e, disp (e.message); end
%%
r = 0; names = {'central', 'upwind', 'mean'}; for k = 1:3, r = r + schemes__ (3, names{k}); end
%%
t = 'b'; s = 0; for i = 1:3, switch t, case 'a', s = 1; case {'b', 'c'}, s = s + 2; otherwise, s = 3; end, end
%%
t = ''; s = 0; for i = 1:3, switch t, case 'a', s = 1; case '', s = s + 2; otherwise, s = 3; end, end
%%
t = 'b'; s = 0; for i = 1:3, switch t, case 98, s = 1; case {'b', 98}, s = s + 2; otherwise, s = 3; end, end
%%
s = 0; for i = 1:3, switch i, case {1, 3}, s = s + 2; case {}, s = 7; case 'a', s = 8; otherwise, s = s + 3; end, end
%%
x = single (2); y = int8 (3); z = true; s = 0; for i = 1:3, s = s * 10 + isa (x, 'single') + 2 * isa (x, 'float') + 4 * isa (y, 'integer') + isa (z, 'logical') + isa (i, 'numeric') + isa (z, 'numeric') + strcmp (class (x), 'single') + strcmp (class (i), 'double'); end
%%
t = 'abc'; s = 0; for i = 1:3, s = s + t(i); if i == 2, t = 'xyz'; end, end
%%
t = 'abc'; s = 0; for i = 1:3, if strcmp (t, 'abc'), s = s + 1; end, t = 'xyz'; end
%%
for i = 1:3, if i == 1, t = 'ab'; else, t = 'cd'; end, if strcmp (t, 'cd'), s = i; end, end
%%
f = 'twice__'; s = 0; for i = 1:3, s = s + feval (f, i); f = f; end
%%
n = 4; u = [5 6 7 8 9 10]; for t = 1:2, i = 1:n; a = u(i); b = u(i + 1); c = u(2 * i - 1 - (i - 1)); d = sum (i); end
%%
X = magic (4); for t = 1:2, i = 2:3; a = X(:, i); b = X(i, i + 1); X(i, i) = 0; X(i - 1, 1) = [t; -t]; end
%%
for t = 1:3, x = 0:0.1:0.3; y = 0:0.25:t; z = 1:-0.3:0; w = (0:0.1:1)(4); q = x; p = +x; r = [x]; s = -x; end
%%
for t = 1:3, x = 0:3:10; y = 1:t; z = t:1; w = 1:-1:-t; v = t:t; end
%%
for t = 1:3, x = -0:2; y = -(0:2); z = 0:-1:-2; w = 1 ./ -(0:2); u = 1:-1:-0; end
%%
for t = 1:3, if t > 1, x = 1:3; end, if t == 2, y = 1:t; else, y = [1 2]; end, end
%%
for t = 1:3, x = 1:3; if t == 2, x = 5:9; end, end, y = x;
%%
for t = 1:3, x = 1:3; x(2) = 7; y = 1:3; y = y + 1; z = 1:t; z(end + 1) = 4; end
%%
x = 1:3; for t = 1:3, y = x; x = t:5; end
%%
x = zeros (1, 3); for t = 1:3, y = x; x = 1:3; end
%%
x = 1:3; for t = 1:0, x = 2:4; end, for t = 1:2, if t > 5, x = 0:9; end, end
%%
k = 0; while k < 3, k = k + 1; if k == 2, continue; end, x = 1:k; if k == 3, break; end, y = 1:k; end
%%
for t = 1:3, r = upto__ (t); s = sum (upto__ (t + 1)); u = upto__ (4)(2); end
%%
x = [4 5 6 7]; for t = 1:3, a = picked__ (x, 1:3); b = picked__ (x, t); [c, d] = kept__ (1:t); [e, f] = kept__ (x); end
%%
try, x = [4 5 6]; for t = 1:3, a = picked__ (x, 1:3); end, catch e, disp (e.message); end
%%
try, x = [4 5 6]; for t = 1:3, i = 0:2; a = x(i); end, catch e, disp (e.message); end
%%
try, x = [4 5 6]; for t = 1:3, i = 1:0.5:2; a = x(i); end, catch e, disp (e.message); end
%%
x = [4 5 6]; for t = 1:3, i = 1:0; a = x(i); j = 5:4; b = x(j); x(i) = []; end
%%
s = 0; for x = [1 2; 3 4], s = s + x' * x; y = x; end, for x = [5; 6], z = x; end, for x = zeros (2, 0), z = 9; end
%%
s = 0; for x = zeros (0, 3), s = 1; end
%%
s = 0; for x = [true false], s = s + x; y = x; end, for x = int8 ([3 4]), z = x; end, for x = single ([1 2]), w = x; end
%%
for x = int8 ([]), y = 1; end, for x = zeros (1, 0, 'int8'), y = 2; end, for x = true (1, 0), y = 3; end
%%
s = 0; for x = reshape (1:8, 2, 2, 2), s = s * 2 + x(1) - x(2); end
%%
s = 0; for x = 0:0.1:1, s = s * 1.5 + x; end, for x = 1:-0.25:0, s = s - x; end, for x = 1:0.5:0, s = 7; end
%%
h = 0.1; s = 0; for x = 0:h:0.3, s = s + x; end, n = 3; for x = 1:n / 2:5, s = s + x; end, for x = 0:0:3, s = 9; end
%%
h = NaN; s = 0; for x = 0:h:1, s = s + 1; end, h = Inf; for x = 0:h:1, s = s + 1; end, h = -0; for x = 0:h:1, s = s + 9; end
%%
v = 3:6; s = 0; for x = v, s = s * 10 + x; end, for x = v', s = s + sum (x); end
%%
a = 1; d = 0.3; for t = 1:4, x = a:d:a + 3 * d; n = numel (x); y = x(end); a = a + 0.1; end
%%
for t = 1:3, x = 1e15:t:1e15 + 5; y = 0.5:1:3; z = 1:2.5; w = -2.5:-0.5; end
%%
a = true; for t = 1:2, x = a:3; end
%%
a = int8 (1); for t = 1:2, x = a:3; end
%%
for t = 1:2, x = 'a':'c'; y = single (1):3; end
%%
B = reshape (1:24, 2, 3, 4); for t = 1:2, [a, b] = size (B); [c, d, e] = size (B); [f, g, h, k] = size (B); [l, m] = size (t); [p, q, r] = size ([1 2]); s = size (B); u = zeros (s); end
%%
n = 3; R = [1 2 3; 4 5 6; 7 8 10]; m = [0.5; 0.25; 2]; for t = 1:2, P = repmat (reshape (R, [n, 1, 3]), [1, n, 1]); D = permute (P, [2, 1, 3]) - P; r = sqrt (sum (D .* D, 3) + 0.25); W = (ones (n, 1) * m') ./ (r .* r .* r); A = reshape (sum (repmat (W, [1, 1, 3]) .* D, 2), [n, 3]); pot = m' * (1 ./ r) * m; end
%%
s = [2 3]; for t = 1:3, A = zeros (s); s = [t, 2]; B = ones (s); if t == 2, s = [1 1]; end, C = ones (s); end
%%
x = 5; for t = 1:2, repmat = [1 2; 3 4]; y = repmat (2, 1); reshape = @(a) a; end
%%
x = [4 5 6 7 8]; y = [1; 2; 3; 4]; for t = 1:2, x(2) = []; y(1) = []; end
%%
x = [4 5 6 7 8]; for t = 1:5, x(end) = []; end, y = [1; 2; 3]; for t = 1:3, y(end) = []; end
%%
x = [4 5]; try, for t = 1:3, x(end) = []; end, catch e, disp (e.message); end
%%
x = []; for t = 1:6, x(end + 1) = t; if mod (t, 3) == 0, x(end) = []; end, end, n = numel (x);
%%
x = []; s = 0; for t = 1:6, x(end + 1) = t; while numel (x) > 2, s = s + x(end); x(end) = []; end, end, x(1) = [];
%%
x = 1:6; for t = 1:2, y = x; y(2:3) = []; z = x; z(1:0) = []; w = x; w(end:end) = []; v = x; v(:) = []; end
%%
x = [4; 5; 6; 7]; for t = 1:2, y = x; y(2:3) = []; z = x; z(1:4) = []; w = x; w(1:2:4) = []; v = x; v([1 2]) = []; end
%%
A = magic (4); for t = 1:2, B = A; B(2, :) = []; C = A; C(:, 2:3) = []; D = A; D(:, end) = []; E = A; E(1:4, :) = []; end
%%
A = magic (3); try, for t = 1:2, A(4, :) = []; end, catch e, disp (e.message); end
%%
A = magic (3); try, for t = 1:2, A(1, 2) = []; end, catch e, disp (e.message); end
%%
A = magic (3); try, for t = 1:2, A(2) = []; end, catch e, disp (e.message); end
%%
x = [1 2 3]; try, for t = 1:2, x(5) = []; end, catch e, disp (e.message); end
%%
x = [1 2 3]; try, for t = 1:2, x(0) = []; end, catch e, disp (e.message); end
%%
x = [1 2 3]; try, for t = 1:2, x(1.5) = []; end, catch e, disp (e.message); end
%%
x = [1 2 3]; for t = 1:2, x(1, 2) = []; end
%%
x = [true false true]; y = int8 ([1 2 3]); z = 5; for t = 1:2, x(1) = []; y(end) = []; z(1) = []; end
%%
B = reshape (1:12, 2, 3, 2); for t = 1:2, C = B; C(:, 2, :) = []; D = B; D(:, :, 1) = []; E = B; E(:, :, 2) = []; n = ndims (E); end
%%
x = [1 2 3 4]; for t = 1:2, x(x == 2) = []; end
%%
x = [1 2 3 4]; for t = 1:2, x(1) = ''; y = [1; 2]; y(1) = []; y(1) = []; end
%%
x = []; for i = 1:20, x = [x, i]; end, y = []; for i = 1:20, y = [y; i * 2]; end
%%
x = []; for i = 1:20, x = [x, i > 3]; end, y = []; for i = 1:20, y(end + 1) = i > 3; end, z = true; for i = 1:20, z = [z, i > 5]; end
%%
x = []; for i = 1:20, x(i) = int8 (3); end, y = []; for i = 1:20, y = [y, int8(3)]; end, z = []; for i = 1:20, z(end + 1) = single (i); end
%%
x = 7; for i = 1:20, x = [x, i]; end, y = 7; for i = 1:20, y = [y; i]; end
%%
x = zeros (0, 1); for i = 1:20, x = [x; i]; end, y = zeros (1, 0); for i = 1:20, y(end + 1) = i; y = [y, -i]; end
%%
x = zeros (1, 0); for i = 1:3, x = [x; i]; end, y = zeros (0, 1); for i = 1:3, y = [y, i]; end
%%
x = []; k = 0; while k < 20, k = k + 1; x = [x, k]; if k == 17, x = []; end, end
%%
for o = 1:0, end, for i = 1:3, o = [o; i]; end
%%
x = []; for i = 1:4, for j = 1:i, x(end + 1) = j; x(end + 1) = -j; end, end, y = []; for i = 1:9, if i == 7, break; end, y = [y, i]; end
%%
x = 1:3; for i = 1:3, x = [x, i]; end, y = [1 2; 3 4]; try, for i = 1:3, y = [y, i]; end, catch e, disp (e.message); end
%%
a = single ([]); for i = 1:5, a(end + 1) = i; end, b = single ([]); for i = 1:5, b = [b, i]; end
%%
x = []; y = []; for i = 1:3, y = x; x = [x, i]; z = isempty (y); end
%%
A = zeros(2, 3); m = 0;
for i = 1:5
  m = m + 1;
  A(m, :) = [i, 2*i, 3*i];
end
s = size(A); t = A(4, 2);
%%
A = zeros(3, 2); m = 0;
for i = 1:5
  m += 1;
  A(:, m) = [i; 2*i; 3*i];
end
u = sum(A);
%%
A = [];
for i = 1:4
  A(end + 1, :) = [i, i^2];
end
B = A';
%%
A = [];
for i = 1:4
  A(:, end + 1) = [i; i^2; 1];
end
n = numel(A);
%%
A = zeros(0, 3); k = 0;
for i = 1:6
  if mod(i, 2)
    k = k + 1;
    A(k, :) = i;
  end
end
%%
A = zeros(1, 2); k = 0;
for i = 1:6
  k = k + 1;
  A(k, 1) = i;
  A(k, 2) = -i;
  x = A(k, :);
end
y = A(end, end); z = A(:, 2);
%%
A = zeros(2, 2); k = 0;
for i = 1:4
  k = k + 2;
  A(k, :) = [i, i];
end
%%
A = zeros(2, 2); k = 2;
for i = 1:4
  k = k + 1;
  A(k, :) = [i, i, i];
end
%%
A = zeros(2, 2); k = -2;
try
for i = 1:4
  k = k + 1;
  A(k, :) = [i, i];
end
catch e
  disp(e.message);
end
%%
A = ones(2, 2, 'single'); k = 0; t = 0;
while k < 5
  k = k + 1;
  A(k, :) = [k, 0.1];
  t = t + A(1) + A(k) + numel(A) + A(end, 1) + sum(A(:, 2)) + size(A, 1);
end
%%
A = zeros(2, 2); k = 0;
for i = 1:4
  k = k + 1;
  A(k, 3) = i;
end
%%
A = zeros(2, 2); B = A; k = 0;
for i = 1:5
  k = k + 1;
  A(k, :) = [i, i];
  if i == 3
    B = A;
    A = [7 8; 9 10];
    k = 1;
  end
  B(1, 1) = i;
end
%%
A = 5; k = 0;
for i = 1:3
  k = k + 1;
  A(k, :) = i;
end
%%
A = [1 2 3]; k = 0;
for i = 1:3
  k = k + 1;
  A(k, :) = [i 4 5];
  A(2) = 7;
end
%%
A = int8(zeros(1, 2)); k = 0;
for i = 1:3
  k = k + 1;
  A(k, :) = [i, 300];
  A(1, :) = [];
  k = k - 1;
end
%%
A = zeros(2, 3); k = 0; m = 0;
for i = 1:3
  k = k + 1; m = m + 1;
  A(k, m) = i;
end
%%
A = zeros(2, 3); k = 0;
for i = 1:4
  k = k + 1;
  A(k, :) = A(1, :) + A(max(k - 1, 1), :) + [k 0 0];
  c = A(:, 1); d = A(1:k, 2:3); e = A([1 k], :); f = A(k, [3 1]);
end
%%
m = eye (3); a = [1 2 0; 0 -1 0; 1 1 -0]; for i = 1:6, m = a * m + 0.5 * a'; end
%%
x = 'a'; for k = 1:6, x = x * 2 + k; end
%%
z = 1i; for k = 10:-3:-7, z = abs (z) + k; y(11 - k) = z; end
%%
n = 6; q = {}; for k = 1:n, n = 2; k = k + 10; q = k; end
%%
q = {}; x = [1 2 3 4]; for k = 1:9, q = x(k); s = q; end
%%
q = {}; for k = -2:5, if k > 3, break, end, q = k; if k == 0, continue, end, w(k + 3) = q; end
%%
q = {}; for k = 1:0.5:6, q = k; end
%%
q = {}; h = 2; for k = 1:h:9, q = k; h = 3; end
%%
q = struct ('a', 1); for i = 1:4, q = i; for j = 1:i, r = {}; for l = 1:4, r = l + j; end, q = q + r; end, end
%%
function y = total (x), y = 0; for k = 1:numel (x), y = y + k * x(k); end, end
a = total ([1 2 3]); b = total ([1 2 3 4]); c = total ([5; 6; 7]); d = total (ones (2, 2)); e = total ([1 2 3]); f = total ([]);
%%
function y = sums (x), y = zeros (1, columns (x)); for k = 1:columns (x), y(k) = sum (x(:, k)); end, end
a = sums (ones (3, 4)); b = sums (ones (3, 5)); c = sums (1:5); d = sums (ones (0, 3)); e = sums (ones (3, 4));
%%
x = [1 2 3]; y = [4 5 6]; for k = 1:4, z = x(k); end
%%
x = [1 2 3; 4 5 6]; for k = 1:3, x = [x; k k k]; end
%%
t = ones (1, 6); f = t; x = 0.1:0.1:0.6; for k = 0:8, t = t .* x * ((k + 1) / (k + 2)); f = f + t; end
%%
x = -1:0.5:1; a = zeros (3, 5); b = a; c = [1 2 3; 4 5 6; 7 8 9]; for k = 3:-1:1, d = repmat (c(:, k), 1, 5) + 2 * repmat (x, 3, 1) .* a - b; b = a; a = d; end
%%
a = [1 2 3]; b = [3 2 1]; for k = 1:5, c = a; a = b; b = c + a; end
%%
% Products of every extent: the runtime multiplies large matrices, single rows and columns in
% ways of its own.
sums = 0;
for k = 1:6
  a = reshape (sin (1:24*k*k), 4*k, 6*k);
  b = reshape (cos (1:30*k*k), 6*k, 5*k);
  p = a * b;
  q = a(1, :) * b;
  r = a * b(:, 2);
  o = a(:, 1) * b(2, :);
  d = a(2, :) * b(:, 1);
  sums(end + 1) = sum (p(:)) + sum (q) + sum (r) + sum (o(:)) + d;
end
%%
a = zeros (3, 0); b = zeros (0, 4); x = 1;
for k = 1:3
  p = a * b;
  x = x + sum (p(:)) + numel (p);
end
%%
% Operands that grow, truth values, and one that becomes a number.
v = []; w = zeros (2, 0); s = 0;
for k = 1:30
  v(k) = k / 7;
  w(:, k) = [k; 1 / k];
  s = s + sum (sum ((v > 1)' * v)) + sum (w * v');
  t = (v' * v) * (v' * v);
end
%%
% Matrices that do not fit.
a = ones (20, 21); s = 0;
for k = 1:3
  s = s + k;
  b = a * a;
end
%%
% Short loops over arrays, which are written out.
x = linspace (-1, 1, 40); b = zeros (1, 40); c = b; n = 0;
for k = 5:-1:1
  d = k + 2 * x .* b - c;
  c = b;
  b = d;
  n = n + any (b > 4);
end
for k = 1:1, x = x(end:-1:1); end
for k = 3:1, x = []; end
for k = 1:4, x = [x(2:end), x(1) + k]; end
%%
% Calls that nest too deep.
s = 0;
for k = [3, 10, 200]
  s = s + down (k);
end
try, for k = 1:2, s = s + down (300 * k); end, catch e, disp (e.message), end
f = 0;
for k = 1:12, f = f + fib (k); end
function r = down (n), if n < 1, r = 0; else, r = 1 + down (n - 1); end, end
function r = fib (n), if n < 2, r = n; else, r = fib (n - 1) + fib (n - 2); end, end
%%
% Arrays that a loop sets element by element, and looks at meanwhile.
n = 40; u = 0; m = 0; x = sin (1:n);
for rep = 1:5
  c = ones (1, n);
  for i = 1:n, c(i) = i; u = u + c(end); end
  d = zeros (1, n);
  for i = 1:n, d(i) = x(i); m = max (m, sum (d)); end
  e = zeros (n, 1);
  for i = 1:n, e(i) = x(i) + rep; end
  u = u + sum (e) + d(min (rep + 1, n)) + sum (cumsum (c));
end
