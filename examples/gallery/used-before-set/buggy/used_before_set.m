for k = 1:3
  total = total + k;  %? error[undefined-variable]
end
disp(total);
