1;
q = [cos(pi/4) 0 0 sin(pi/4)];
assert(quatrotate_v(q, [1 0 0]), [0 1 0], 1e-12);
w = quatrotate_v(q, [1 0 0; 0 1 0]);
assert(w, [0 1 0; -1 0 0], 1e-12);
