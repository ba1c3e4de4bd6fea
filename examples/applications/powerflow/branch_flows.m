function [sent, received] = branch_flows (network, voltage)
  % The power that enters each branch at its beginning and at its end.

  from = voltage(network.from);
  to = voltage(network.to);
  half = 0.5i * network.charging;
  through = (from - to) ./ network.impedance;
  sent = from .* conj (through + half .* from);
  received = to .* conj (-through + half .* to);
end
