1;
t = 0:5;
s = growthtrend(t, exp(0.1*t));
assert(abs(s) < 0.1);
