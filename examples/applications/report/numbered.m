function lines = numbered (texts)
  % A list whose entries have numbers; long ones go on below their text.

  lines = {};
  for k = 1:numel (texts)
    part = paragraph (texts{k}, 66);
    part{1} = sprintf ('%2d. %s', k, part{1});
    part(2:end) = cellfun (@(line) ['    ', line], part(2:end), 'UniformOutput', false);
    lines = [lines, part];
  end
end
