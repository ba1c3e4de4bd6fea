P = rand(6, 2);
Q = rand(4, 2);
D = sqrt(sum((P(1:4, :) - Q).^2, 2));
