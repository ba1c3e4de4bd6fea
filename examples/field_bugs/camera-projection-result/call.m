1;
P = [0 0 2; 1 0 2; 0 1 2; 1 1 4];
obs = [0 0; 50 0; 0 50; 25 28];
[r, w] = reprojErr(diag([100 100 1]), eye(3), [0 0 0], P, obs);
assert(r, 1.5, 1e-12); assert(w, 4);
