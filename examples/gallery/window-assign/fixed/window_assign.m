x = rand(1, 20);
windows = zeros(5, 4);
for k = 1:5
  windows(k, :) = x((k-1)*4+1 : k*4);
end
