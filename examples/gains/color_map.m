function v = color_map (space, rgb)
  % A colour in another space.
  switch lower (space)
    case 'gray'
      M = [0.299 0.587 0.114];
      offset = 0;
    case 'yiq'
      M = [0.299 0.587 0.114; 0.596 -0.274 -0.322; 0.211 -0.523 0.312];
      offset = [0; 0; 0];
    case 'yuv'
      M = [0.299 0.587 0.114; -0.147 -0.289 0.436; 0.615 -0.515 -0.1];
      offset = [0; 0.5; 0.5];
    otherwise
      error ('color_map: no space %s', space);
  end
  v = M * rgb(:) + offset;
end
