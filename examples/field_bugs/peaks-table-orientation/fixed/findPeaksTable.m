function T = findPeaksTable(y, minh)
% table of the local maxima of y, one row [position height] for each
y = y(:);
n = numel(y);
i = (2:n-1)';
is = y(i) > y(i-1) & y(i) >= y(i+1) & y(i) > minh;
pos = i(is);
T = [pos, y(pos)];
end
