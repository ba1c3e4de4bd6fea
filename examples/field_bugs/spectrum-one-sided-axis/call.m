1;
t = (0:255)/256;
pw = bandpow(sin(2*pi*16*t), 256);
assert(pw, 0.5, 1e-6);
