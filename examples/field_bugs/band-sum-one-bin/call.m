1;
psd = [1 2 3; 4 5 6; 7 8 9];
bp = bandSummary(psd, [1 2 3], [1 3; 3 4]);
assert(bp, [5 7 9; 7 8 9]);
