1;
P = eye(4); H = [1 0 0 0; 0 1 0 0]; R = eye(2);
[x, P2] = kf_update(zeros(4,1), P, [2; 4], H, R);
assert(x, [1; 2; 0; 0], 1e-12);
assert(size(P2), [4 4]);
