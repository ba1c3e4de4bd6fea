1;
k = finddose({'low','medium','high'}, 3);
assert(k, 3);
