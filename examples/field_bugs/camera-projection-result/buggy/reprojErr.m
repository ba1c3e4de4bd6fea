function [rmse, worst] = reprojErr(K, R, t, P, obs)
% reprojection error of the observed pixels obs (n x 2) of the points
% P (n x 3)
n = size(P,1);
uv = projectPts(K, R, t, P');
d = uv - obs; %? bug
e2 = sum(d.^2, 2);
rmse = sqrt(sum(e2)/n);
[~, worst] = max(e2);
end
