function show_mask (mask)
  % A picture of letters.

  signs = '.#';
  for y = 1:rows (mask)
    puts ([signs(mask(y, :) + 1), "\n"]);
  end
end
