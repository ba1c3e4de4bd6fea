options.tolerance = 1e-6;
options.steps = 10;
for k = 1:options.step  %? error[missing-field]
  disp(k);
end
