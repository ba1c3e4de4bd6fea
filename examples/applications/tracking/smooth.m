function state = smooth (track, models)
  % Goes back over a track, so that each state knows of what came later (Rauch, Tung, Striebel).

  F = motion (models);
  state = track.state;
  for k = columns (state) - 1:-1:1
    gain = track.covariance(:, :, k) * F' / track.expected(:, :, k + 1);
    state(:, k) = state(:, k) + gain * (state(:, k + 1) - track.predicted(:, k + 1));
  end
end
