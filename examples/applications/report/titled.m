function text = titled (text)
  % The text with every word beginning with a capital letter.

  text = regexprep (strtrim (text), '\s+', ' ');
  starts = regexp (text, '(?<![A-Za-z''])[a-z]');
  text(starts) = upper (text(starts));
  text = regexprep (text, '\<Of\>', 'of');
end
