t = 0:0.1:1;
f = t.^2;
area = sum(diff(t) .* f(1:end-1));
