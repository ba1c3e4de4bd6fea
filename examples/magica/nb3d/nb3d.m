function [R, V, e0, e1] = nb3d(n, R, V, m, dT, nt, soft)
% NB3D  Moves n bodies (rows of R and V) in space under their softened mutual
%   attraction.  All pairs at once: the differences form an n by n by 3 array.
[A, pot] = pull(n, R, m, soft);
e0 = 0.5*sum(m.*sum(V.*V, 2)) + pot;
for t = 1:nt
    V = V + 0.5*dT*A;
    R = R + dT*V;
    [A, pot] = pull(n, R, m, soft);
    V = V + 0.5*dT*A;
end
e1 = 0.5*sum(m.*sum(V.*V, 2)) + pot;
end

function [A, pot] = pull(n, R, m, soft)
% Acceleration of every body, and the potential energy of all pairs.
P = repmat(reshape(R, [n, 1, 3]), [1, n, 1]);
D = permute(P, [2, 1, 3]) - P;
r = sqrt(sum(D.*D, 3) + soft^2);
W = (ones(n, 1)*m')./(r.*r.*r);
A = reshape(sum(repmat(W, [1, 1, 3]).*D, 2), [n, 3]);
pot = -0.5*(m'*(1./r)*m - sum(m.*m)/soft);
end
