function w = quatrotate_v(q, v)
% QUATROTATE_V  rotate vectors by a unit quaternion
%
%   w = quatrotate_v(q, v) rotates the rows of v (n x 3) by the
%   quaternion q = [q0 q1 q2 q3].
%
%   Example:
%     q = [cos(pi/4) 0 0 sin(pi/4)];
%     w = quatrotate_v(q, [1 0 0; 0 1 0])

q = q(:)'/norm(q);
s = q(1);
r = q(2:4);
n = size(v,1);

t = 2*cross(repmat(r, n, 1), v, 2);
w = v + s*t + cross(repmat(r, n, 1), t, 2);
end
