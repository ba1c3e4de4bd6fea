function image = make_scene (height, width)
  % A dark background that grows lighter, with a disk, a ring and a tilted bar.

  [x, y] = meshgrid (1:width, 1:height);
  image = 40 + 30 * x / width;
  disk = (x - 16) .^ 2 + (y - 15) .^ 2 <= 81;
  image(disk) = 190;
  radius = hypot (x - 45, y - 16);
  image(radius <= 11 & radius >= 6) = 150;
  along = (x - 30) * cos (0.3) + (y - 38) * sin (0.3);
  across = -(x - 30) * sin (0.3) + (y - 38) * cos (0.3);
  image(abs (along) <= 20 & abs (across) <= 3) = 225;
end
