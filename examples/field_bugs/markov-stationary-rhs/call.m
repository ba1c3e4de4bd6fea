1;
p = stationary_dist([0.9 0.1; 0.5 0.5]);
assert(p, [5 1]/6, 1e-10);
