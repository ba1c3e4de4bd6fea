function B = blockmean(I, b)
% BLOCKMEAN down-sample a grey image by averaging b-by-b blocks
%   the image is cropped to a multiple of b

[h, w] = size(I);
h = b*floor(h/b);
w = b*floor(w/b);
I = double(I(1:h, 1:w));

nr = h/b;
nc = w/b;
T = reshape(I, b, nr, b, w); %? missed bug
T = sum(sum(T, 1), 3) / b^2;
B = reshape(T, nr, nc);
end
