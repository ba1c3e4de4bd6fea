function K = enkfgain(X, Y, R)
% gain of the ensemble Kalman filter
% X : n x N matrix, Y : m x N matrix, R : m x m matrix
N = size(X, 2);
Xp = X - repmat(mean(X, 2), 1, N);
Yp = Y - repmat(mean(Y, 2), 1, N);
Pxy = Xp * Yp' / (N - 1);
Pyy = Yp * Yp' / (N - 1) + R;
K = Pxy / Pyy;
end
