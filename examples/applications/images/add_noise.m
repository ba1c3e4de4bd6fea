function image = add_noise (image, amplitude, share, seed)
  % Adds noise that is the same on every computer, and sets a share of the pixels to black or white.

  state = seed;
  for k = 1:numel (image)
    total = 0;
    for n = 1:4
      state = mod (16807 * state, 2147483647);
      total = total + state / 2147483647;
    end
    image(k) = image(k) + amplitude * (total - 2) * sqrt (3);
    state = mod (16807 * state, 2147483647);
    chance = state / 2147483647;
    if chance < share / 2
      image(k) = 0;
    elseif chance < share
      image(k) = 255;
    end
  end
  image = min (max (image, 0), 255);
end
