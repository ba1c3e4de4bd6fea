function m = segmeans(x, breaks)
% mean of x in each segment; breaks are the first samples of the
% segments, e.g. segmeans(x, [1 11 21])
x = x(:);
breaks = unique(breaks(:));
if isempty(breaks) || breaks(1) ~= 1
    breaks = [1; breaks];
end

first = breaks;
last = breaks(2:end) - 1; %? bug

m = arrayfun(@(a, b) mean(x(a:b)), first, last); %? bug
end
