function h = leverages(X)
% leverage of every observation
% X : n x p design matrix
% h : n x 1 vector of leverages
[Q, ~] = qr(X, 0);
h = sum(Q.^2, 2);
end
