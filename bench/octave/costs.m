% What single statements cost in Octave, in microseconds: the numbers that the cost model of the
% specializer is made of (crates/formwork_specialize/src/cost.rs). Run it on a quiet machine:
% octave-cli --norc bench/octave/costs.m
1;

function y = identity (x)
  y = x;
end

function least = cost_of (code, times)
  text = sprintf ('started = tic; for turn = 1:%d, %s end; took = toc (started);', times, code);
  x = 1.5;
  q = 3;
  v = 1:10;
  w = zeros (1, 10);
  A = ones (3);
  s = struct ('a', 1);
  c = {1, 2};
  h = @(x) x + 1;
  name = 'abc';
  least = Inf;
  for round = 1:9
    eval (text);
    least = min (least, took);
  end
  least = least / times * 1e6;
end

codes = {'y = 1.5;', 'y = x;', 'y = x + x;', 'y = x + x * x;', 'y = v(q);', 'y = A(2, q);', ...
         'w(q) = x;', 'A(2, q) = x;', 'if x > 1, end', 'for j = 1:4, end', ...
         'for j = 1:8, end', 'y = [x, x];', 'y = [1, 2];', 'y = sin (x);', 'y = numel (v);', ...
         'y = max (x, 2);', 'y = identity (x);', 'y = h (x);', 'y = s.a;', 's.a = x;', ...
         'y = c{2};', 'y = A * A;', 'y = A + A;', ...
         'switch name, case ''xyz'', y = 1; case ''abc'', y = 2; end'};
nothing = cost_of ('', 20000);
for k = 1:numel (codes)
  printf ('%-64s %6.2f\n', codes{k}, cost_of (codes{k}, 20000) - nothing);
end
