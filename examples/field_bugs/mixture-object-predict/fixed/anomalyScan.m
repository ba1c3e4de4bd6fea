function idx = anomalyScan(train, frames, q)
% frames that are less likely than the fraction q of the training rows
g = DiagGauss(train);
ref = sort(g.logpdf(train));
thr = ref(max(1, ceil(q*numel(ref))));
idx = [];
for k = 1:size(frames,1)
    f = frames(k,:);
    if g.logpdf(f) < thr
        idx(end+1) = k;
    end
end
end
