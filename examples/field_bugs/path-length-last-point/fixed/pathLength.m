function [L, seg] = pathLength(pts, closed)
% Length of a polyline given as an N-by-2 (or N-by-3) list of points.

if nargin < 2, closed = false; end

nPts = size(pts, 1);
if closed
    pts = [pts; pts(1,:)];
    nPts = nPts + 1;
end

seg = zeros(nPts-1, 1);
for k = 1:nPts-1
    d = pts(k+1,:) - pts(k,:);
    seg(k) = sqrt(d*d');
end
L = sum(seg);
end
