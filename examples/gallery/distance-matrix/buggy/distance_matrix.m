P = rand(6, 2);
Q = rand(4, 2);
D = sqrt(sum((P - Q).^2, 2));  %? error[elementwise-operands]
