function J = jacobian (Y, voltage, angles, magnitudes)
  % The derivatives of the mismatch with respect to angles and magnitudes of voltages.

  current = Y * voltage;
  unit = voltage ./ abs (voltage);
  by_angle = 1i * diag (voltage) * conj (diag (current) - Y * diag (voltage));
  by_magnitude = diag (voltage) * conj (Y * diag (unit)) + conj (diag (current)) * diag (unit);

  J = [
    real(by_angle(angles, angles)),     real(by_magnitude(angles, magnitudes));
    imag(by_angle(magnitudes, angles)), imag(by_magnitude(magnitudes, magnitudes))];
end
