function [chi2, ndf] = polychi2(p, x, y, sigma)
% chi-square of a polynomial fit
%   p      coefficients as returned by polyfit
%   x, y   data
%   sigma  standard error of y (scalar, or one for each point)

y = y(:);
n = numel(y);
if nargin < 4 || isempty(sigma)
    sigma = 1;
end
sigma = sigma(:);

model = polyval(p, x);
r = (y - model)./sigma; %? missed bug

chi2 = sum(r(:).^2);
ndf = n - numel(p);
end
