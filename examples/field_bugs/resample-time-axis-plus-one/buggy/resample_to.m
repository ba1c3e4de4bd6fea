function [yq, tq] = resample_to(y, fs, fsNew)
% Linear resampling of a signal to another rate.
y = y(:);
n = length(y);

t  = (0:n)'/fs; %? bug
tEnd = (n-1)/fs;
nq = floor(tEnd*fsNew) + 1;
tq = (0:nq-1)'/fsNew;

yq = interp1(t, y, tq, 'linear'); %? bug
% guard against round-off at the last sample
yq(isnan(yq)) = y(end);
end
