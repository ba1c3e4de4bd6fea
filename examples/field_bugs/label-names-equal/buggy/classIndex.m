function k = classIndex(names, wanted)
  k = 0;
  for i = 1:numel(names)
    if names{i} == 'setosa' %? bug
      k = i;
    end
  end
  if isempty(wanted)
    k = -1;
  end
end
