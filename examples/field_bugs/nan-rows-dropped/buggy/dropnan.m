function X = dropnan(X)
% removes the samples (rows) with missing values
bad = any(isnan(X)); %? bug
X(bad, :) = []; %? bug
end
