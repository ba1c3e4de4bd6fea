function area = misspelt_later()
  radius = 2;
  area = pi * radius2;  %? error[undefined-variable]
  radius2 = radius^2;
end
