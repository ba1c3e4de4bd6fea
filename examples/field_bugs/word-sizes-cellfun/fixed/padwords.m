function M = padwords(words, fillchar)
% char matrix from a cell array of words, each centred in its row

if nargin < 2
    fillchar = ' ';
end
n = numel(words);
len = cellfun(@(w) size(w,2), words);
width = max(len);

M = repmat(fillchar, n, width);
for k = 1:n
    off = floor((width - len(k))/2);
    M(k, off+1:off+len(k)) = words{k};
end
end
