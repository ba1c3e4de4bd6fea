function [R, t] = kabsch(P, Q)
% best rigid motion Q = R*P + t between two sets of points
% the points are the columns (3 x n); n x 3 input is turned

if ~(size(P,1) == 3)
    P = P';
    Q = Q';
end
n = size(P,2);
cp = mean(P,2);
cq = mean(Q,2);
H = (P - repmat(cp,1,n))*(Q - repmat(cq,1,n))';
[U, ~, V] = svd(H);
k = size(H,1);
D = eye(k);
D(k,k) = sign(det(V*U'));
R = V*D*U';
t = cq - R*cp;
end
