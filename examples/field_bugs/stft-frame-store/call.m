1;
S = stft_mag(ones(1,32), 8, 4);
assert(size(S), [7 5]); assert(S(:,1), 4*ones(7,1), 1e-10);
