function k = cohenkappa(C)
% agreement of two raters, C : K x K matrix of counts
n = sum(C(:));
rowTot = sum(C, 2);
colTot = sum(C, 1);
po = trace(C) / n;
pe = (colTot * rowTot) / n^2;
k = (po - pe) / (1 - pe);
if k > 1
    k = 1;
end
end
