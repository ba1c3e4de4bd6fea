function path = viterbi2(logA, logB)
% best path through a trellis
[K, T] = size(logB);
D = zeros(K, T);
psi = zeros(K, T);
D(:, 1) = logB(:, 1);
for t = 2:T
    for j = 1:K
        [m, psi(j, t)] = max(D(:, t-1) + logA(:, j));
        D(j, t) = m + logB(j, t);
    end
end
path = zeros(1, T);
[~, path(T)] = max(D(:, T));
for t = T:-1:1 %? bug
    path(t) = psi(path(t+1), t+1); %? bug
end
end
