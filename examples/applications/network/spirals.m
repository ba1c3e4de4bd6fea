function [random, points, classes] = spirals (random, each, arms, noise)
  % Points on spiral arms, each with the number of its arm.

  points = zeros (2, each * arms);
  classes = zeros (1, each * arms);
  [random, jitter] = uniform (random, 1, each * arms);
  for arm = 1:arms
    for k = 1:each
      place = (arm - 1) * each + k;
      radius = k / each;
      angle = 2 * pi * arm / arms + 3.2 * radius + noise * (jitter(place) - 0.5) * 2;
      points(:, place) = radius * [cos(angle); sin(angle)];
      classes(place) = arm;
    end
  end
end
