function texts = largest (orders, count)
  % A sentence for each of the largest orders.

  sums = total (orders);
  [~, order] = sort (sums, 'descend');
  texts = cell (1, count);
  for k = 1:count
    one = orders(order(k));
    goods = arrayfun (@(item) plural (item.count, item.article), one.items, 'UniformOutput', false);
    texts{k} = sprintf ('%s ordered %s for %s on %s.', one.customer, listed (goods), ...
                        money (sums(order(k))), one.date);
  end
end

function text = plural (count, article)
  words = {'no', 'one', 'two', 'three', 'four', 'five', 'six'};
  number = sprintf ('%d', count);
  if count < numel (words)
    number = words{count + 1};
  end
  ending = 's';
  if count == 1
    ending = '';
  elseif regexp (article, '(sh|ch|s|x)$')
    ending = 'es';
  elseif regexp (article, '[^aeiou]y$')
    article(end) = [];
    ending = 'ies';
  end
  text = [number, ' ', regexprep(article, 'shelf$', 'shelf'), ending];
  text = regexprep (text, 'shelfs$', 'shelves');
end

function text = listed (parts)
  if numel (parts) == 1
    text = parts{1};
  else
    text = [strjoin(parts(1:end - 1), ', '), ' and ', parts{end}];
  end
end
