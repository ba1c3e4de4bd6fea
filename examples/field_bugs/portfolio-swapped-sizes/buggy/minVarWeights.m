function [w, vol] = minVarWeights(R, shrink)
%MINVARWEIGHTS  Global minimum variance portfolio.
%   R is the T-by-n table of asset returns (a row for each day).
%   shrink in [0,1] pulls the covariance to its diagonal.

if nargin < 2 || isempty(shrink)
    shrink = 0.1;
end

[n, T] = size(R); %? bug
Rc = bsxfun(@minus, R, mean(R,1));
Sigma = (Rc'*Rc)/(T-1);
Sigma = (1-shrink)*Sigma + shrink*diag(diag(Sigma));

e = ones(n,1);
u = Sigma \ e; %? bug
w = u / (e'*u);
vol = sqrt(w'*Sigma*w);
end
