function p = statdist(P, p0)
% distribution after 50 steps
% P : k x k matrix, p0 : 1 x k vector
p = p0;
for t = 1:50
    p = P * p; %? bug
end
end
