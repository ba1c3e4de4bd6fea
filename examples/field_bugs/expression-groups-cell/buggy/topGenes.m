function [names, lfc] = topGenes(expr, ids, nTop)
% names of the genes with the largest change between the first and
% the second half of the samples
ns = size(expr,2);
half = floor(ns/2);
lfc = foldChange(expr, [1:half; half+1:2*half]); %? bug
[~, o] = sort(abs(lfc), 'descend');
o = o(1:min(nTop, numel(o)));
names = ids(o);
lfc = lfc(o);
end
