function C = trialcov(X)
% normalised covariance of one trial
[nChan, nSamp] = size(X);
X = X - repmat(mean(X, 2), 1, nSamp);
C = zeros(nChan, nChan);
C = C + X * X';
C = C / trace(C);
end
