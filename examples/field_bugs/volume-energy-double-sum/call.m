1;
V = cat(3, ones(2), 2*ones(2));
W = normvol(V, 1);
assert(sum(W(:).^2), 1, 1e-12);
