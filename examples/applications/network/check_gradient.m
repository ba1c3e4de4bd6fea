function check_gradient (net, input, classes)
  % Compares some derivatives with differences.

  wanted = one_hot (classes, 3);
  gradients = backward (net, input, wanted);
  step = 1e-5;
  worst = 0;
  for k = 1:numel (net.layers)
    for place = 1:7:numel (net.layers(k).weights)
      higher = net;
      higher.layers(k).weights(place) += step;
      lower = net;
      lower.layers(k).weights(place) -= step;
      [~, above] = backward (higher, input, wanted);
      [~, below] = backward (lower, input, wanted);
      difference = (above - below) / (2 * step) - gradients(k).weights(place);
      worst = max (worst, abs (difference));
    end
  end
  if worst < 1e-8
    printf ('the derivatives are right\n');
  else
    printf ('the derivatives are wrong by %g\n', worst);
  end
end
