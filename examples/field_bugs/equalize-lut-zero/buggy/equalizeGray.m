function J = equalizeGray(I)
%EQUALIZEGRAY  Histogram equalisation of an 8 bit image.

I = uint8(I);
counts = accumarray(double(I(:)) + 1, 1, [256 1]);
cdf = cumsum(counts);
cdfMin = cdf(find(cdf > 0, 1));
N = numel(I);
if N == cdfMin
    J = I;
    return
end

lut = uint8(round(255*(cdf - cdfMin)/(N - cdfMin)));
J = lut(double(I)); %? bug
J = reshape(J, size(I));
end
