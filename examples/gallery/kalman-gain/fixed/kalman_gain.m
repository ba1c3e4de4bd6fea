P = eye(3);
H = [1 0 0; 0 1 0];
R = eye(2);
K = P * H' / (H * P * H' + R);
