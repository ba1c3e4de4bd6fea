function B = clos(A, n)
% CLOS  Transitive closure of an n by n adjacency matrix: after k squarings
%   an entry is set if there is a path of at most 2^k edges.
B = A;
len = 1;
while len < n
    B = double((B + B*B) > 0);
    len = 2*len;
end
end
