function area = misspelt_later()
  radius = 2;
  area = pi * radius^2;
  radius2 = radius^2;
end
