function [noise, truth, measured] = flight (noise, count, dt)
  % The positions and velocities of an aircraft, and what a radar at the origin sees of it.

  truth = zeros (4, count);
  position = [-9000; 5000];
  speed = 120;
  heading = 20 * pi / 180;
  for k = 1:count
    velocity = speed * [cos(heading); sin(heading)];
    truth(:, k) = [position; velocity];
    position = position + dt * velocity;
    heading = heading + dt * turn_rate (k);
  end
  [noise, range_noise] = normal (noise, count);
  [noise, bearing_noise] = normal (noise, count);
  range = hypot (truth(1, :), truth(2, :)) + 35 * range_noise;
  bearing = atan2 (truth(2, :), truth(1, :)) + 0.6 * pi / 180 * bearing_noise;
  measured = [range; bearing];
end

function rate = turn_rate (k)
  % In radians for each second.
  if k > 20 && k <= 35
    rate = -0.035;
  elseif k > 50 && k <= 62
    rate = 0.045;
  else
    rate = 0;
  end
end
