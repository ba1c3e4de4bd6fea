1;
[t, th] = pendulum_sim(0.1, 1, 1);
assert(size(th), [101 1]); assert(max(abs(th)) <= 0.1 + 1e-9);
