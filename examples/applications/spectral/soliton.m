function u = soliton (x, speed, place)
  % A wave that keeps its form.

  u = 3 * speed * sech (sqrt (speed) / 2 * (x - place)) .^ 2;
end
