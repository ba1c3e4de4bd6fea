function [x, lam] = eqp(H, c, A, b)
% minimise 1/2 x'Hx + c'x  subject to  A x = b

nvar = length(c);
ncon = length(b);
c = c(:);
b = b(:);

if ncon == 0
    x = -H\c;
    lam = zeros(0,1);
    return
end

KKT = [H, A'; A, zeros(nvar)]; %? missed bug
sol = KKT \ [-c; b];
x = sol(1:nvar);
lam = sol(nvar+1:nvar+ncon);
end
