function [labels, count] = label_regions (mask)
  % Numbers the regions whose pixels are neighbours along rows and columns.

  labels = zeros (size (mask));
  count = 0;
  [height, width] = size (mask);
  for start = find (mask(:))'
    if labels(start) > 0
      continue
    end
    count = count + 1;
    open = start;
    labels(start) = count;
    while ~isempty (open)
      here = open(end);
      open(end) = [];
      [y, x] = ind2sub ([height, width], here);
      for step = [0 0 1 -1; 1 -1 0 0]
        next = [y; x] + step;
        if any (next < 1) || next(1) > height || next(2) > width
          continue
        end
        if mask(next(1), next(2)) && labels(next(1), next(2)) == 0
          labels(next(1), next(2)) = count;
          open(end + 1) = sub2ind ([height, width], next(1), next(2));
        end
      end
    end
  end
end
