function b = bin_of (edges, closed, x)
  % In which bin a number is; 0 if in none.
  b = 0;
  for k = 1:numel (edges) - 1
    switch closed
      case 'left'
        inside = x >= edges(k) && x < edges(k + 1);
      case 'right'
        inside = x > edges(k) && x <= edges(k + 1);
      otherwise
        error ('bin_of: closed on which side?');
    end
    if inside
      b = k;
      break;
    end
  end
end
