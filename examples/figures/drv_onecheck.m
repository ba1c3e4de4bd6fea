function drv_onecheck
% Driver for ONECHECK: e must equal c whenever the three lines are legal.
run_one([1, 2; 3, 4], [5, 6; 7, 8]);
run_one([1, 2, 3], 4);
run_one(2, [1; 2; 3]);
run_one(ones(2, 3), magic(3));
end

function run_one(a, b)
[c, d, e] = onecheck(a, b);
assert(isequal(size(d), size(e)));
assert(max(max(abs(e - c))) < 1e-12);
fprintf('a %dx%d, b %dx%d: c %dx%d, d %dx%d, e %dx%d, sum of d %g\n', ...
        size(a), size(b), size(c), size(d), size(e), sum(d(:)));
end
