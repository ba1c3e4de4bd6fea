function area = misspelt_later(radius)
  area = pi * radius^2;
  radius2 = radius^2;
end
