1;
yq = resample_to([0 1 2 3 4], 1, 2);
assert(yq, (0:0.5:4)', 1e-12);
