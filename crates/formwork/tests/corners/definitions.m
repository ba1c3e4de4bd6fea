% Functions of scripts are defined where the program comes to them, and again where it comes to
% another of the name.
1;
function r = ff (x)
  r = x;
end
g = @ff;
a = g (1)
function r = ff (x)
  r = {x};
end
b = g (1)
if false
  function r = gg (a)
    r = 'one';
  end
else
  function r = gg (a)
    r = {a};
  end
end
z = gg (1)
function r = kk (a)
  persistent n
  if isempty (n), n = 0; end
  n++; r = n;
end
kk (1);
kk (1)
eval ('function r = kk (a), r = "new"; end');
kk (2)
h = @kk;
w = h (3)
% Values that are nested deeply come and go.
s = []; for i = 1:50000, s = struct ("a", {s}); end, clear s
f = @() 1; for i = 1:50000, f = @() f (); end, clear f
c = {}; for i = 1:50000, c = {c}; end, clear c
disp ('done')
