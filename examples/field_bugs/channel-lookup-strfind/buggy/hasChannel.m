function [tf, names] = hasChannel(names, pattern)
% true if a channel of the recording has PATTERN in its name
% names is a cell array of channel labels

if ischar(names)
    names = cellstr(names);
end
names = names(:)';
for k = 1:numel(names)
    names{k} = upper(strtrim(names{k}));
end

hits = strfind(names, upper(pattern));
tf = ~isempty(hits); %? bug
end
