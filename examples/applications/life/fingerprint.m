function key = fingerprint (world)
  % A text that is the same for equal worlds.

  bits = [world(:); false(mod (-numel (world), 4), 1)];
  digits = [8 4 2 1] * reshape (bits, 4, []);
  key = sprintf ('%x', digits);
end
