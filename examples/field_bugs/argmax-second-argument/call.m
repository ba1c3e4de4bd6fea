1;
[lab, conf] = knnpredict([0;1;10;11], [1;1;2;2], [0.4; 10.6], 2);
assert(lab, [1; 2]); assert(conf, [1; 1], 1e-9);
