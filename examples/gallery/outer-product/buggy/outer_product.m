u = (1:3)';
v = (1:4)';
K = u * v;  %? error[inner-extent]
