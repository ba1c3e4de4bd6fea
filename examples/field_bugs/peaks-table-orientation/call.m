1;
[b, s, txt] = peakReport([0 1 0 3 0 2 0], 0.5);
assert(b, 4); assert(s, 2, 1e-12); assert(txt, '3 peaks, highest at 4');
