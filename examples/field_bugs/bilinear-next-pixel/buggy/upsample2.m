function J = upsample2(I)
% doubles the rows of an image by averaging neighbours
[h, w] = size(I);
J = zeros(2*h-1, w);
for r = 1:h %? bug
    J(2*r-1, :) = I(r, :);
    J(2*r, :) = (I(r, :) + I(r+1, :)) / 2; %? bug
end
J(2*h-1, :) = I(h, :);
end
