t = (0:0.5:4)';
y = 2*t + 1;
A = [ones(size(t)) t];
coefficients = (A'*A) \ (A'*y);
disp(coefficients);
