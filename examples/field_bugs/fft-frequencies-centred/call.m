1;
[f, A] = ampSpectrum(rand(8, 1), 10); assert(size(f), size(A));
