left = zeros(3, 2);
right = zeros(4, 2);
both = horzcat(left, right);  %? error[reshape-count]
