function R = rotmat2(ang, units)
% R = rotmat2(ang)           angle in radians
% R = rotmat2(ang, 'deg')    angle in degrees ('d' and 'deg' are accepted)

if nargin > 1
    if units == 'd' %? bug
        ang = ang*pi/180;
    end
end

c = cos(ang);
s = sin(ang);
R = [c -s; s c];
R(abs(R) < eps) = 0;
end
