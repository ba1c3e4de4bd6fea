function X = dropnan(X)
% removes the samples (rows) with missing values
bad = any(isnan(X), 2);
X(bad, :) = [];
end
