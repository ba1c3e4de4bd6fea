function k = classIndex(names, wanted)
  k = 0;
  for i = 1:numel(names)
    if strcmp(names{i}, 'setosa')
      k = i;
    end
  end
  if isempty(wanted)
    k = -1;
  end
end
