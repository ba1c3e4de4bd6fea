function q = ikstep(q, L, target, lambda)
% one step of inverse kinematics of a planar arm
%  q joint angles, L link lengths, target [x y]
%  lambda > 0 selects damped least squares

q = q(:);
L = L(:);
[p, J] = fk(q, L);
e = target(:) - p;
if nargin < 4 || lambda == 0
    dq = pinv(J)*e;
else
    dq = J'*((J*J' + lambda^2*eye(2))\e);
    % one correction with the Jacobian of the mid point
    [~, Jm] = fk(q + dq/2, L);
    dq = Jm'*((Jm*Jm' + lambda^2*eye(2))\e);
end
q = q + dq;
end

function [p, J] = fk(q, L)
% end point and Jacobian, q and L are columns
n = size(q,1);
a = cumsum(q, 1);
p = [sum(L.*cos(a)); sum(L.*sin(a))];
J = zeros(2,n);
for k = 1:n
    J(:,k) = [-sum(L(k:n).*sin(a(k:n))); sum(L(k:n).*cos(a(k:n)))];
end
end
