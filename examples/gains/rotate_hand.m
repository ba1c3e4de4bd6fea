function y = rotate_hand (angles, x)
  c = cos (angles(1));
  s = sin (angles(1));
  M = [c -s 0; s c 0; 0 0 1];
  c = cos (angles(2));
  s = sin (angles(2));
  y = [1 0 0; 0 c -s; 0 s c] * M * x;
end
