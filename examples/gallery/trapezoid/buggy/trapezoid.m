t = 0:0.1:1;
f = t.^2;
area = sum(diff(t) .* f);  %? error[elementwise-operands]
