1;
x = sin(1:200) + cos(0.3*(1:200).^1.5);
d = filter([1 0.5 0 0 0], 1, x);
[w, e] = lms_identify(x, d, 5, 0.05);
assert(numel(w), 5); assert(abs(e(end)) < 0.2);
