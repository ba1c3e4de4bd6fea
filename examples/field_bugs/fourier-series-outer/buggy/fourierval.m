function y = fourierval(a, b, t)
% value of a Fourier series
a = a(:);
b = b(:);
t = t(:)';
K = numel(a);
k = (1:K)';
y = a' * cos(k * t) + b * sin(k * t); %? bug
end
