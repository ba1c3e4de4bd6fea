function yes = matches_hand (text)
  n = numel (text);
  yes = n >= 3 && text(1) == 'a' && text(n - 1) == '.' && text(n) == 'm';
end
