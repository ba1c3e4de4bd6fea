function B = power_chain_hand (A)
  A2 = A * A;
  B = A * (A2 * A2);
end
