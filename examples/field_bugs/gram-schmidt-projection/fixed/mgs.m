function [Q, R] = mgs(A)
% reduced QR factorisation by (classical, twice) Gram-Schmidt
[m, n] = size(A);
Q = zeros(m, n);
R = zeros(n, n);
for j = 1:n
    v = A(:,j);
    if j > 1
        V = Q(:,1:j-1);
        for pass = 1:2
            c = V'*v;
            v = v - V*c;
            R(1:j-1,j) = R(1:j-1,j) + c;
        end
    end
    R(j,j) = norm(v);
    Q(:,j) = v/R(j,j);
end
end
