1;
y = fourierval([1 0.5],[0 0],linspace(0,1,5));
assert(numel(y), 5);
