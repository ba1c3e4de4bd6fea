function network = scaled_load (network, factor)
  % The same network with all loads, and what generators supply, multiplied.

  network.load = network.load * factor;
  network.generation = network.generation * factor;
end
