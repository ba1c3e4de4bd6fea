function F = rhs(theta, s)

F(1,1) = s(2);
gamma = 1.3;
A = (gamma - 1) / 2;

F(2,1) = (s(2)^2 * s(1) * (1 + 2 * A) + ...
          s(2) * (s(2)^2 * A * cot(theta) - A * cot(theta)) + ...
          s(1) * ( 2 * A * s(1)^2 - 2 * A + A * s(1) * s(2) * cot(theta))) ...
          / (A - A * s(1)^2 - A * s(2)^2 - s(2)^2);
