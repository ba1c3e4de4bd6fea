function [xt, yt] = tickGrid(kind, nx, ny)
% positions of the grid lines for a figure of the given kind
% [xt, yt] = tickGrid('map', 7, 5)
cfg = plotConfig(kind);
lim = cfg.limits;
if ~cfg.grid
    xt = []; yt = [];
    return
end
xt = linspace(lim(1,1), lim(1,2), nx);
yt = linspace(lim(2,1), lim(2,2), ny);
end
