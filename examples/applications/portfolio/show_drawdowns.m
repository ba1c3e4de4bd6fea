function show_drawdowns (dates, value, count)
  % The largest losses that do not overlap.

  from = 1;
  to = numel (value);
  spans = [from, to];
  for k = 1:count
    found = struct ('depth', {}, 'peak', {}, 'trough', {}, 'span', {});
    for s = 1:rows (spans)
      part = value(spans(s, 1):spans(s, 2));
      if numel (part) > 1
        [depth, peak, trough] = deepest (part);
        offset = spans(s, 1) - 1;
        found(end + 1) = struct ('depth', depth, 'peak', peak + offset, ...
                                 'trough', trough + offset, 'span', s);
      end
    end
    if isempty (found)
      break
    end
    [~, which] = max ([found.depth]);
    worst = found(which);
    printf ('%d: %6.2f%% from %s to %s\n', k, 100 * worst.depth, ...
            datestr (dates(worst.peak), 'yyyy-mm-dd'), datestr (dates(worst.trough), 'yyyy-mm-dd'));
    span = spans(worst.span, :);
    spans(worst.span, :) = [];
    spans = [spans; span(1), worst.peak; worst.trough, span(2)];
  end
end
