function drv_fragment
% Driver for FRAGMENT: the same code on matrices, on a scalar with a matrix and
% on scalars.  The scalar run is repeated by hand as a check.
show('matrices', [1, 1.2; 1.1, 1], [1.3, 1; 1, 1.1], [1, 2; 3, 4; 5, 6], 2, 2);
show('scalar a', 3, [1.3, 1; 1, 1.1], ones(3, 2), 1, 2);
show('scalar b', [2, 2.2; 2.1, 2], 2, 2, 1, 2);
show('scalars', 2.5, 1.25, 2, 1, 3);

[a, b, c, d, e, h] = fragment(2.5, 1.25, 2, 1, 3);
assert(abs(c - 3.125) < 1e-15 && d == 3.75 && abs(e - 2*3.75^3) < 1e-12);
assert(abs(a - (3.125 + 2.5^1.25)) < 1e-12 && abs(b - (c - a/c)) < 1e-12);
assert(abs(h - (b^b - a)) < 1e-12);
end

function show(name, a, b, e, outer, inner)
[a, b, c, d, e, h] = fragment(a, b, e, outer, inner);
assert(isequal(size(a), size(b), size(h)) && isreal(h));
fprintf('%s: a %dx%d, b %dx%d, c %dx%d, d %dx%d, e %dx%d, h %dx%d\n', name, ...
        size(a), size(b), size(c), size(d), size(e), size(h));
fprintf('   sums %.6g %.6g %.6g %.6g %.6g %.6g\n', sum(a(:)), sum(b(:)), ...
        sum(c(:)), sum(d(:)), sum(e(:)), sum(h(:)));
end
