function mask = open_mask (mask, radius)
  % Removes what is thinner than a square: it is shrunk, then grown again.

  side = 2 * radius + 1;
  full = conv2 (double (mask), ones (side), 'same') == side ^ 2;
  mask = conv2 (double (full), ones (side), 'same') > 0;
end
