function drv_clos
% Driver for CLOS: a directed graph on 180 nodes with an edge from i to
% i*i + 1 (mod 180) and, from every third node, one to its successor.
n = 180;
A = zeros(n, n);
for i = 1:n
    A(i, mod(i*i + 1, n) + 1) = 1;
    if mod(i, 3) == 0 && i < n
        A(i, i + 1) = 1;
    end
end
B = clos(A, n);

W = A;                              % Warshall's algorithm, one pivot at a time
for k = 1:n
    W = double((W + W(:, k)*W(k, :)) > 0);
end
assert(isequal(B, W));
fprintf('clos: %d edges, %d reachable pairs, %d nodes on cycles\n', ...
        sum(sum(A)), sum(sum(B)), sum(diag(B)));
end
