function cfg = plotConfig(kind)
% settings for the report figures
cfg.xlim = [0 1];
cfg.ylim = [-1 1];
cfg.grid = true;
if strcmp(kind, 'map')
    cfg.xlim = [-180 180];
    cfg.ylim = [-90 90];
end
cfg.limits = [cfg.xlim; cfg.ylim];
end
