function uv = projectPts(K, R, t, P)
% pinhole projection of P (3 x n) to pixels uv (2 x n)
n = size(P,2);
Q = R*P + repmat(t(:), 1, n);
if any(Q(3,:) <= 0)
    warning('projectPts:behind', 'points behind the camera');
end
q = K*Q;
uv = q(1:2,:)./repmat(q(3,:), 2, 1);
end
