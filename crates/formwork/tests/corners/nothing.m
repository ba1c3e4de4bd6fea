% Calls that give nothing, subscripts that are none, and the order in which the parts of an
% assignment are evaluated. What this prints is compared with what GNU Octave printed.
1;
function varargout = vo(), varargout = {}; end
function varargout = vu(), end
function varargout = vc(), varargout = cell(0,3); end
function varargout = vn(), varargout = 3; end
function r = na(varargin), r = nargin; end
function r = p(n), printf('%d ', n); r = n; end
warning('off', 'all');
y = na(vo(), vu(), vc())
try, x = vo(), catch q, disp(q.message), end
try, x = vu(), catch q, disp(q.message), end
try, x = vn(), catch q, disp(q.message), end
try, [x,y] = vo(), catch q, disp(q.message), end
try, w = vo()+1, catch q, disp(q.message), end
try, w = -vo(), catch q, disp(q.message), end
f = @() vo();
x = {f()}
x = na(f())
try, w = f(), catch q, disp(q.message), end
try, x = [1, vo(), 2], catch q, disp(q.message), end
try, x = {1, vo(), 2}, catch q, disp(q.message), end
try, w={}; w{3} = vo(), catch q, disp(q.message), end
try, x = feval(@vo), catch q, disp(q.message), end
x = {feval(@vo)}
c = {}; m = magic(3); k = {1,2}; s.a = 1;
try, m(c{:}) = 7, catch q, disp(q.message), end
try, m() = 7, catch q, disp(q.message), end
try, k{c{:}} = 7, catch q, disp(q.message), end
try, k(c{:}) = 7, catch q, disp(q.message), end
try, s(c{:}).a = 3, catch q, disp(q.message), end
try, m(c{:}) = [], catch q, disp(q.message), end
try, m(c{:}) += 1, catch q, disp(q.message), end
try, z(c{:}) = 1, catch q, disp(q.message), end
m(c{:},1) = 7
x = 1:5;
x(p(1)) = p(2);
x(p(1)) += p(2);
[x(p(1)), x(p(3))] = deal(p(4), p(5));
c = {}; c{p(1)}.a(p(2)) = p(3);
s.b = [1 2 3]; s.b(p(2)) *= p(4);
x(p(2)) = [];
t.(num2str(p(7),'f%d')) = p(8);
printf('\n');
x, s, t
function r = fd (a = 5, b = 6), r = a + b; end
disp(fd(:, 1)), disp(fd(:, :))
try, p(:), catch e, disp(e.message), end
disp(na(:, :))
g = @(x) size(x);
try, g(:), catch e, disp(e.message), end
