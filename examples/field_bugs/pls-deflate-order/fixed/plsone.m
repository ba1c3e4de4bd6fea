function [w, t, E] = plsone(X, y)
% first component of partial least squares
% X : n x p matrix, y : n x 1 vector
w = X' * y;
w = w / norm(w);
t = X * w;
pload = X' * t / (t' * t);
E = X - t * pload';
end
