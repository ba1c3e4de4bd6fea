function area = duct_area(x, design, len, height)
% DUCT_AREA  Height of the duct at the points of x: each element of design
%   raises the wall by one period of a raised sine.
area = height*ones(size(x));
for k = 1:numel(design)
    area = area - design(k)*sin(k*pi*x/len).^2;
end
end
