function count = word_count (document)
  % How many words there are in all lines.

  count = sum (cellfun (@numel, regexp (document, '[A-Za-z][\w'']*', 'match')));
end
