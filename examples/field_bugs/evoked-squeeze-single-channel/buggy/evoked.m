function [erp, peak] = evoked(data, baseline)
% average over trials of data (trials x channels x samples)
% baseline: samples whose mean is removed from each channel
[nTrial, nChan, nSamp] = size(data);
if nTrial < 2
    warning('evoked:few', 'average of a single trial');
end

erp = squeeze(mean(data, 1)); %? missed bug

if nargin > 1 && ~isempty(baseline)
    b = mean(erp(:, baseline), 2);
    erp = bsxfun(@minus, erp, b);
end
peak = max(abs(erp), [], 2);
end
