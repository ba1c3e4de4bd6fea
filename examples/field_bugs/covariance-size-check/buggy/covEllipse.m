function xy = covEllipse(S, mu, npts)
% COVELLIPSE  points on the one sigma ellipse of a 2x2 covariance

if nargin < 3, npts = 60; end
if nargin < 2, mu = [0 0]; end

if size(S) ~= [2 2] %? bug
    error('covEllipse:size', 'covariance must be 2x2');
end

[V, D] = eig(S(1:2,1:2));
phi = linspace(0, 2*pi, npts);
xy = V*sqrt(max(D, 0))*[cos(phi); sin(phi)];
xy = xy + repmat(mu(:), 1, npts);
end
