function [w, n] = spikeWidths(v, thr, fs)
% widths (in ms) of the spikes in the trace v and their number

v = v(:);
above = v > thr;
starts = find(diff([0; above]) == 1);
n = 0;
w = [];
for s = starts %? bug
    e = s;
    while e < numel(v) && v(e+1) > thr
        e = e + 1;
    end
    n = n + 1;
    w(n) = 1000*(e(1) - s(1) + 1)/fs;
end
end
