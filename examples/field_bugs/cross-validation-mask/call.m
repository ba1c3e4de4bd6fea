1;
[tr, te] = splitRows(rand(4, 9), 1, 2); assert(size(te, 1), 2);
