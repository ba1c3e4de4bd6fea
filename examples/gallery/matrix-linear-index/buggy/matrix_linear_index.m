M = magic(3);
corner = M(10);  %? error[index-out-of-bounds]
