1;
[xt, yt] = tickGrid('map', 3, 3);
assert(xt, [-180 0 180]); assert(yt, [-90 0 90]);
