function y = repelems (x, r)
  % The elements of X at the places in the first row of R, so often as the second one says.
  if nargin != 2
    print_usage ();
  end
  if ndims (r) != 2 || rows (r) != 2
    error ("repelems: R must be a matrix with two rows");
  end
  if any (r(2,:) < 0)
    error ("repelems: second row must contain non-negative numbers");
  end
  places = repelem_places (r(1,:), r(2,:));
  y = reshape (x(places), 1, []);
end

function places = repelem_places (which_ones, count)
  places = zeros (1, sum (count));
  at = 0;
  for k = 1:numel (count)
    places(at + (1:count(k))) = which_ones(k);
    at += count(k);
  end
end
