T = [0.9 0.1 0; 0.2 0.7 0.1; 0 0.3 0.7];
p = [1; 0; 0];
for k = 1:5
  p = p * T;  %? error[inner-extent]
end
