1;
assert(kronBlocks([1 2; 3 4], [1 2 3]), kron([1 2; 3 4], [1 2 3]));
