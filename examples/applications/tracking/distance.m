function d = distance (truth, state)
  % How far an estimate is from where the aircraft is.

  d = hypot (truth(1) - state(1), truth(2) - state(3));
end
