function y = gapfill(y, method)
% fill NaN gaps of a series, method 'hold' (default) or an interp1 method
if nargin < 2
    method = 'hold';
end
y = y(:);
good = ~isnan(y);
ig = find(good);

if strcmp(method, {'linear', 'cubic', 'nearest'}) %? bug
    y(~good) = interp1(ig, y(ig), find(~good), method, 'extrap');
else
    % hold the last good value
    for i = 2:numel(y)
        if ~good(i)
            y(i) = y(i-1);
        end
    end
end
end
