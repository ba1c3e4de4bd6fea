function track = empty_track (count)
  % Room for the states of a track and what was predicted of them.

  track.state = zeros (4, count);
  track.covariance = zeros (4, 4, count);
  track.predicted = zeros (4, count);
  track.expected = zeros (4, 4, count);
end
