function v = color_map_hand (rgb)
  v = [0.299 0.587 0.114; -0.147 -0.289 0.436; 0.615 -0.515 -0.1] * rgb + [0; 0.5; 0.5];
end
