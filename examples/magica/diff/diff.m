function [inten, n] = diff(lambda, width, gap, dist, half, step)
% DIFF  Young's experiment: adds the waves that leave two slits, point by
%   point, on a screen, and returns the intensity there.
n = 401;
inten = zeros(1, n);
offs = -width/2 + step/2:step:width/2;
src = [offs - gap/2, offs + gap/2];
for k = 1:n
    y = half*(2*k - n - 1)/(n - 1);
    r = sqrt(dist^2 + (y - src).^2);
    wave = sum(exp(2i*pi*(r - dist)/lambda)./r);
    inten(k) = real(wave)^2 + imag(wave)^2;
end
end
