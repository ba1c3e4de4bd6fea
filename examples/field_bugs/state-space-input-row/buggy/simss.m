function [y, X] = simss(A, B, C, D, u, x0)
% Simulate the discrete-time system
%   x(k+1) = A x(k) + B u(k),  y(k) = C x(k) + D u(k)
% u holds one row for every time step, so does y.

nx = size(A,1);
ny = size(C,1);
N = size(u,1);
if nargin < 6, x0 = zeros(nx,1); end

X = zeros(nx, N+1);
y = zeros(N, ny);
X(:,1) = x0;
for k = 1:N
    uk = u(k,:)';
    y(k,:) = (C*X(:,k) + D*uk)';
    X(:,k+1) = A*X(:,k) + B*u(k,:); %? bug
end
X = X(:,1:N)';
end
