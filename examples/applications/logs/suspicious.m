function suspicious (log)
  % Clients that pay without having been at their cart before.

  clients = unique (log.client);
  for k = 1:numel (clients)
    [times, order] = sort (log.time(strcmp (log.client, clients{k})));
    pages = log.page(strcmp (log.client, clients{k}));
    pages = pages(order);
    pays = find (strcmp (pages, '/shop/pay'));
    carts = find (strcmp (pages, '/shop/cart'));
    early = 0;
    for place = pays'
      before = carts(carts < place);
      if isempty (before) || times(place) - times(before(end)) > 3600
        early = early + 1;
      end
    end
    if early > 0
      printf ('%s paid %d of %d times without a cart in the hour before\n', clients{k}, early, ...
              numel (pays));
    end
  end
end
