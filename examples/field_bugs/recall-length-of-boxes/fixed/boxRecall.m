function rec = boxRecall(det, gt, thr)
% recall of detections against ground truth boxes [x y w h], a box a row
if nargin < 3, thr = 0.5; end

nDet = size(det,1);
nGt = size(gt,1);
hit = 0;
used = false(nDet,1);
for g = 1:size(gt,1)
    best = 0; bi = 0;
    for d = 1:nDet
        if used(d), continue; end
        iw = min(gt(g,1)+gt(g,3), det(d,1)+det(d,3)) - max(gt(g,1), det(d,1));
        ih = min(gt(g,2)+gt(g,4), det(d,2)+det(d,4)) - max(gt(g,2), det(d,2));
        if iw <= 0 || ih <= 0, continue; end
        ov = iw*ih/(gt(g,3)*gt(g,4) + det(d,3)*det(d,4) - iw*ih);
        if ov > best
            best = ov;  bi = d;
        end
    end
    if best >= thr
        used(bi) = true;
        hit = hit + 1;
    end
end
rec = hit/nGt;
