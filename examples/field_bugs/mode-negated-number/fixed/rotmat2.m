function R = rotmat2(a, convention)
% rotation matrix, active (1) or passive (2)
R = [cos(a), -sin(a); sin(a), cos(a)];
if convention == 2
    R = R';
end
end
