function K = assembleTruss(xy, conn, EA)
% ASSEMBLETRUSS global stiffness matrix of a plane truss
%   xy   : nNode x 2 coordinates
%   conn : nElem x 2 node numbers
%   EA   : axial stiffness of each bar

nNode = size(xy,1);
nElem = size(conn,1);
if isscalar(EA), EA = EA*ones(nElem,1); end

K = zeros(2*nNode);
for e = 1:nElem
    i = conn(e,1);
    j = conn(e,2);
    v = xy(j,:) - xy(i,:);
    L = norm(v);
    c = v(1)/L;  s = v(2)/L;
    B = [-c -s c s];
    ke = EA(e)/L * (B'*B);
    dof = [2*i-1, 2*i, 2*j]; %? bug
    K(dof,dof) = K(dof,dof) + ke; %? bug
end
