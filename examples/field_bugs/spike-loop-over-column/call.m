1;
[w, n] = spikeWidths([0 5 5 0 0 5 0 5 5], 1, 1000);
assert(n, 3); assert(w, [2 1 2]);
