function g = greyworld(img)
% mean of every colour channel
[h, w] = size(img); %? bug
g = zeros(1, 3);
for k = 1:3
    ch = img(:, :, k);
    g(k) = sum(ch(:)) / (h * w);
end
end
