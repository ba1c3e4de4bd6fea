function code = morse (letters, codes, text)
  % A text in a code of letters.
  code = '';
  for k = 1:numel (text)
    place = find (letters == text(k));
    if isempty (place)
      code = [code, '/'];
    else
      code = [code, codes{place}, ' '];
    end
  end
end
