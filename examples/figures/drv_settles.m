function drv_settles
% Driver for SETTLES: the result must be a times a power of b.
run_one(2, [1, 2; 3, 4], 3);
run_one([1, 2; 3, 4], 0.5, 4);
run_one([1, 2, 3], [3, 2, 1], 5);
run_one(3, 2, 6);
end

function run_one(a, b, turns)
[z, c] = settles(a, b, turns);
assert(isequal(z, c) && isequal(z, a.*b.^turns));
fprintf('a %dx%d, b %dx%d, %d turns: c %dx%d, sum %g\n', ...
        size(a), size(b), turns, size(c), sum(c(:)));
end
