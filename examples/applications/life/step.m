function world = step (world, border = 'dead', rule = 'B3/S23')
  % The next generation. Beyond the border all are dead, or it is joined with the one opposite.

  counts = neighbours (world, border);
  [born, stays] = read_rule (rule);
  world = (world & ismember (counts, stays)) | (~world & ismember (counts, born));
end

function counts = neighbours (world, border)
  cells = double (world);
  if strcmp (border, 'torus')
    across = circshift (cells, 1, 2) + cells + circshift (cells, -1, 2);
    counts = circshift (across, 1, 1) + across + circshift (across, -1, 1) - cells;
  else
    counts = conv2 (cells, [1 1 1; 1 0 1; 1 1 1], 'same');
  end
end

function [born, stays] = read_rule (rule)
  parts = regexp (rule, '^B(\d*)/S(\d*)$', 'tokens', 'once');
  if isempty (parts)
    error ('step: %s is no rule', rule);
  end
  born = parts{1} - '0';
  stays = parts{2} - '0';
end
