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
