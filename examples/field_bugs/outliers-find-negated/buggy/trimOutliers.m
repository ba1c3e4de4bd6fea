function [xc, bad] = trimOutliers(x, k)
% remove values farther than k robust sigmas from the median
if nargin < 2
    k = 3;
end
med = median(x);
s = 1.4826*median(abs(x - med));
if s == 0
    s = std(x);
end
bad = find(abs(x - med) > k*s);
if isempty(bad)
    xc = x;
    return
end
xc = x(~bad); %? bug
end
