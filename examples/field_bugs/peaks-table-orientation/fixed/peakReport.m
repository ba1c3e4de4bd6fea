function [best, spacing, txt] = peakReport(y, minh, fs)
% highest peak, mean spacing in seconds and a summary line
if nargin < 3, fs = 1; end
pk = findPeaksTable(y, minh);
if isempty(pk)
    best = []; spacing = NaN; txt = 'no peaks';
    return
end
pos = pk(:,1);
hgt = pk(:,2);
[~, k] = max(hgt);
best = pos(k);
spacing = mean(diff(pos))/fs;
txt = sprintf('%d peaks, highest at %d', numel(pos), best);
end
