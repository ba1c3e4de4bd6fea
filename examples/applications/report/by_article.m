function cells = by_article (orders)
  % A table with a heading: article, pieces, mean price, customers.

  cells = {'article', 'pieces', 'price', 'sold in'};
  sold = struct ();
  for order = orders
    for item = order.items
      key = strrep (item.article, ' ', '_');
      if ~isfield (sold, key)
        sold.(key) = struct ('count', 0, 'worth', 0, 'months', []);
      end
      sold.(key).count += item.count;
      sold.(key).worth += item.count * item.price;
      sold.(key).months(end + 1) = str2double (order.date(6:7));
    end
  end
  names = sort (fieldnames (sold));
  for k = 1:numel (names)
    entry = sold.(names{k});
    months = strjoin (arrayfun (@(m) sprintf ('%d', m), unique (entry.months), ...
                                'UniformOutput', false), ', ');
    cells(end + 1, :) = {strrep(names{k}, '_', ' '), sprintf('%d', entry.count), ...
                         money(entry.worth / entry.count), months};
  end
end
