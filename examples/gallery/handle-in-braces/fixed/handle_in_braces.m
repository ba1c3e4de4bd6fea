step = @(t) 0.5 * t;
half = step(4);
