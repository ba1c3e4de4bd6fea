1;
f = kfolds(10, 3);
assert(numel(f), 3);
assert(numel([f{:}]), 10);
