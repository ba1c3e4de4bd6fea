function [lfc, m] = foldChange(expr, groups)
% log2 fold change between two groups of samples
%   expr    genes x samples
%   groups  {columns of control, columns of treated}
m = zeros(size(expr,1), 2);
for g = 1:2
    cols = groups{g}; %? bug
    m(:,g) = mean(expr(:,cols), 2);
end
lfc = log2((m(:,2) + 1)./(m(:,1) + 1));
end
