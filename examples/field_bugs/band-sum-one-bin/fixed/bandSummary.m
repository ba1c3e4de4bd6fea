function [bp, rel] = bandSummary(psd, f, bands)
% BANDSUMMARY  power per frequency band and channel
%   psd    nFreq x nChan
%   f      frequencies of the rows
%   bands  nBand x 2, limits in Hz

nBand = size(bands,1);
nChan = size(psd,2);
bp = zeros(nBand, nChan);
for b = 1:nBand
    ind = f >= bands(b,1) & f < bands(b,2);
    bp(b,:) = sum(psd(ind,:), 1);
end
tot = sum(psd, 1);
rel = bp./repmat(tot, nBand, 1);
end
