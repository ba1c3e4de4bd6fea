function G = gradmag(I)
% magnitude of the gradient
gx = diff(I, 1, 2);
gy = diff(I, 1, 1);
G = sqrt(gx(1:end-1, :).^2 + gy(:, 1:end-1).^2);
end
