1;
x = [-1 0 0.5 1];
assert(size(legendreBasis(x, 3)), [4 4]);
assert(legendreBasis(x, [0 2]), [ones(4,1), (3*x(:).^2-1)/2], 1e-12);
