function y = convert_units_hand (x)
  y = x * 1609.344 / 1000;
end
