function P = softmaxrows(Z)
% probabilities of every row
[n, k] = size(Z);
Z = Z - repmat(max(Z, [], 2), 1, k);
E = exp(Z);
P = E ./ repmat(sum(E, 1), n, k); %? bug
end
