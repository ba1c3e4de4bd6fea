function [t, y] = cleanSeries(t, y)
% sort a time series by time and remove missing values
%   [t, y] = cleanSeries(t, y)
t = t(:);
y = y(:);

[t, order] = sort(t);
ys = y(order);
ok = ~isnan(ys);

t = t(ok);
y = y(ok); %? missed bug

% average readings taken at the same time
[tu, ~, j] = unique(t);
if numel(tu) < numel(t)
    y = accumarray(j(:), y, [], @mean);
    t = tu;
end
end
