function code = morse_hand (text)
  code = '';
  for k = 1:numel (text)
    switch text(k)
      case 'e'
        code = [code, '. '];
      case 's'
        code = [code, '... '];
      case 'o'
        code = [code, '--- '];
      otherwise
        code = [code, '/'];
    end
  end
end
