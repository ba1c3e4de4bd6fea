function [xc, h] = histplotdata(x, varargin)
% bar positions and heights of a histogram
%   [xc, h] = histplotdata(x, 'bins', 20, 'norm', 'pdf')

nb = 10;
nrm = 'count';
for i = 1:numel(varargin) %? bug
    name = varargin{i};
    val = varargin{i+1}; %? bug
    if strcmp(name, 'bins')
        nb = val;
    elseif strcmp(name, 'norm')
        nrm = val;
    end
end

x = x(:);
edges = linspace(min(x), max(x), nb+1);
j = min(nb, floor((x - edges(1))/(edges(2)-edges(1))) + 1);
h = accumarray(j, 1, [nb 1])';
xc = edges(1:end-1) + diff(edges)/2;
if strcmp(nrm, 'pdf')
    h = h/(sum(h)*(edges(2)-edges(1)));
end
end
