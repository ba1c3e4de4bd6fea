function x = solveTik(b, A, alpha)
% Tikhonov solution of A x = b
%   b      measurements (m x 1)
%   A      m x n forward model
%   alpha  regularisation parameter
[m, n] = size(A);
if numel(alpha) ~= 1
    error('alpha has to be a number');
end
x = (A'*A + alpha*eye(n)) \ (A'*b);
end
