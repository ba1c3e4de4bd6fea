function lines = paragraph (text, width)
  % The text in lines of at most that width.

  lines = {''};
  words = strsplit (text, ' ');
  for k = 1:numel (words)
    if isempty (lines{end})
      lines{end} = words{k};
    elseif numel (lines{end}) + 1 + numel (words{k}) <= width
      lines{end} = [lines{end}, ' ', words{k}];
    else
      lines{end + 1} = words{k};
    end
  end
end
