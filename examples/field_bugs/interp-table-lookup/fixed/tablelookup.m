function v = tablelookup(xt, yt, x)
% linear interpolation in a table
n = numel(xt);
v = yt(n);
for k = 1:n
    if k < n && x >= xt(k) && x <= xt(k+1)
        f = (x - xt(k)) / (xt(k+1) - xt(k));
        v = yt(k) + f * (yt(k+1) - yt(k));
    end
end
end
