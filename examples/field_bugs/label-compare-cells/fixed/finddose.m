function k = finddose(labels, n)
% position of the label 'high'
k = 0;
for i = 1:n
    if strcmp(labels{i}, 'high')
        k = i;
        break
    end
end
end
