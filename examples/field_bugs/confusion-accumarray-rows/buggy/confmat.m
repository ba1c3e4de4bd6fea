function [C, acc] = confmat (truth, pred, K)
  ## C = confmat (truth, pred, K)
  ## confusion matrix; truth and pred hold class numbers 1..K
  if (nargin < 3)
    K = max ([truth(:); pred(:)]);
  endif
  if (numel (truth) != numel (pred))
    error ("confmat: TRUTH and PRED differ in length");
  endif

  subs = [truth(:)', pred(:)']; %? bug
  C = accumarray (subs, 1, [K K]); %? bug

  acc = trace (C) / sum (C(:));
endfunction
