function [xt, yt] = tickGrid(kind, nx, ny)
% positions of the grid lines for a figure of the given kind
% [xt, yt] = tickGrid('map', 7, 5)
cfg = plotConfig(kind);
lim = cfg.limits;
if ~cfg.grid
    xt = []; yt = [];
    return
end
xt = linspace(lim(1), lim(2), nx); %? missed bug
yt = linspace(lim(3), lim(4), ny); %? missed bug
end
