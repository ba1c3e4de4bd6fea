function [x, v, e0, e1] = nb1d(n, x, v, m, dT, nt, soft)
% NB1D  Moves n bodies on a line under their softened mutual attraction for nt
%   steps of dT (leapfrog), and returns the energy before and after.
[F, pot] = pull(n, x, m, soft);
e0 = 0.5*sum(m.*v.*v) + pot;
for t = 1:nt
    v = v + 0.5*dT*(F./m);
    x = x + dT*v;
    [F, pot] = pull(n, x, m, soft);
    v = v + 0.5*dT*(F./m);
end
e1 = 0.5*sum(m.*v.*v) + pot;
end

function [F, pot] = pull(n, x, m, soft)
% Force on every body, and the potential energy of all pairs.
F = zeros(n, 1);
pot = 0;
for k = 1:n
    dx = x - x(k);
    r = sqrt(dx.*dx + soft^2);
    F(k) = m(k)*sum(m.*dx./(r.*r.*r));
    pot = pot - 0.5*m(k)*(sum(m./r) - m(k)/soft);
end
end
