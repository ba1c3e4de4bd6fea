function [c, x] = histcdf(v, edges)
% cumulated histogram at the middle of the bins
n = numel(edges) - 1;
cnt = zeros(1, n);
for i = 1:n
    cnt(i) = sum(v > edges(i) & v <= edges(i+1));
end
x = (edges(1:end-1) + edges(2:end)) / 2;
c = cumsum(cnt) / sum(cnt);
end
