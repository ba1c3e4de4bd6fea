function [lab, conf] = knnpredict(Xtrain, ytrain, Xtest, k)
% k nearest neighbours with votes weighted by inverse distance
classes = unique(ytrain(:));
nc = numel(classes);
m = size(Xtest,1);
votes = zeros(m, nc);

for i = 1:m
    d = sqrt(sum(bsxfun(@minus, Xtrain, Xtest(i,:)).^2, 2));
    [ds, j] = sort(d);
    for q = 1:k
        c = find(classes == ytrain(j(q)));
        votes(i,c) = votes(i,c) + 1/(ds(q) + 1e-3);
    end
end

conf = max(votes, [], 2);
conf = conf ./ sum(votes, 2);
[~, c] = max(votes, [], 2);
lab = classes(c);
end
