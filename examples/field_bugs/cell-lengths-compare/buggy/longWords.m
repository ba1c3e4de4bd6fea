function w = longWords(words, k)
  n = numel(words);
  len = zeros(1, n);
  for i = 1:n
    len(i) = numel(words(i)); %? bug
  end
  w = words(len > k);
end
