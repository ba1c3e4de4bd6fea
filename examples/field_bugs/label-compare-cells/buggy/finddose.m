function k = finddose(labels, n)
% position of the label 'high'
k = 0;
for i = 1:n
    if labels{i} == 'high' %? bug
        k = i;
        break
    end
end
end
