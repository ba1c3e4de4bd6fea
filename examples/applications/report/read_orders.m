function orders = read_orders (lines)
  % An array of structs; what cannot be read has an empty number.

  orders = struct ('number', {}, 'date', {}, 'customer', {}, 'items', {}, 'line', {});
  for k = 1:numel (lines)
    parts = strtrim (strsplit (lines{k}, ';'));
    order = struct ('number', [], 'date', '', 'customer', '', 'items', [], 'line', lines{k});
    if numel (parts) == 4
      order.number = str2double (parts{1});
      order.date = parts{2};
      order.customer = titled (parts{3});
      order.items = cellfun (@read_item, strtrim (strsplit (parts{4}, ',')));
    end
    orders(end + 1) = order;
  end
end

function item = read_item (text)
  % 3 x table @ 240.00
  names = regexp (text, '^(?<count>-?\d+)\s*x\s*(?<article>[^@]+?)\s*@\s*(?<price>[\d.]+)$', 'names');
  item.article = names.article;
  item.count = str2double (names.count);
  item.price = str2double (names.price);
end
