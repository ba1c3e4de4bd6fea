left = zeros(3, 2);
right = zeros(3, 2);
both = horzcat(left, right);
