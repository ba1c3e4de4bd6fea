function errors = mismatch (Y, voltage, wanted, angles, magnitudes)
  % What the powers at the buses differ from what is wanted: active ones, then reactive ones.

  power = voltage .* conj (Y * voltage) - wanted;
  errors = [real(power(angles)); imag(power(magnitudes))];
end
