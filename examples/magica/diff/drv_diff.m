function drv_diff
% Driver for DIFF: red light through two slits 0.1 mm apart, seen on a screen
% 2 m away, against the formula for fringes far from the slits.
lambda = 633e-9;
width = 2e-5;
gap = 1e-4;
dist = 2;
half = 0.05;
[inten, n] = diff(lambda, width, gap, dist, half, 5e-7);

worst = 0;
for k = 1:n
    y = half*(2*k - n - 1)/(n - 1);
    s = y/sqrt(y^2 + dist^2);
    u = pi*width*s/lambda;
    if u == 0
        env = 1;
    else
        env = (sin(u)/u)^2;
    end
    far = env*cos(pi*gap*s/lambda)^2;
    worst = max(worst, abs(inten(k)/inten((n + 1)/2) - far));
end
assert(worst < 0.01);
fprintf('diff: %d points, contrast %.5f, sum %.4f\n', n, ...
        (max(inten) - min(inten))/(max(inten) + min(inten)), sum(inten)/max(inten));
end
