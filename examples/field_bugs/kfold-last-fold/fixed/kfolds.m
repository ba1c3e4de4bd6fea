function f = kfolds(n, k)
% splits 1:n into k folds
perm = 1:n;
edges = round(linspace(0, n, k+1));
f = cell(1, k);
for i = 1:k
    f{i} = perm(edges(i)+1:edges(i+1));
end
end
