1;
demo_deblur
assert(size(xrec), [24 1]); assert(err < 1e-2);
