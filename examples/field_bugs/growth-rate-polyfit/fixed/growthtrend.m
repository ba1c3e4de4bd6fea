function [slope, rate] = growthtrend(t, od)
%GROWTHTREND  trend of the specific growth rate of a culture
% t in hours, od the optical density read at those times

t = t(:);
od = max(od(:), 1e-6);

% specific growth rate between the readings
rate = diff(log(od)) ./ diff(t);

% drop readings at saturation
sat = 0.95*max(od);
keep = od(1:end-1) < sat;
rate(~keep) = 0;

c = polyfit(t(1:end-1), rate, 1);
slope = c(1);
end
