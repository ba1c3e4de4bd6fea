function d = mahaldist(X, mu, S)
% distances of the rows of X
% X : n x p matrix, mu : 1 x p vector, S : p x p matrix
% d : n x 1 vector of distances
[n, p] = size(X);
D = X - repmat(mu, n, 1);
d = sqrt(sum((S \ D) .* D, 2)); %? bug
end
