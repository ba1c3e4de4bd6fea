function y = rotate (axes, angles, x)
  % Rotations about axes, one after the other.
  M = eye (3);
  for k = 1:numel (axes)
    c = cos (angles(k));
    s = sin (angles(k));
    switch axes(k)
      case 'x'
        R = [1 0 0; 0 c -s; 0 s c];
      case 'y'
        R = [c 0 s; 0 1 0; -s 0 c];
      case 'z'
        R = [c -s 0; s c 0; 0 0 1];
      otherwise
        error ('rotate: no axis %s', axes(k));
    end
    M = R * M;
  end
  y = M * x;
end
