function J = smoothImg(I, sigma)
% Gaussian smoothing of grey (h x w) or colour (h x w x 3) images

r = ceil(3*sigma);
g = exp(-(-r:r).^2/(2*sigma^2));
g = g/sum(g);
I = double(I);

if ndims(I) == 2
    J = conv2(g, g, I, 'same');
else
    J = zeros(size(I));
    for c = 1:size(I,3)
        J(:,:,c) = conv2(g, g, I(:,:,c)); %? missed bug
    end
end
J = min(max(J, 0), 255);
end
