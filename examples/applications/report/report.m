% Writes the yearly report of a small workshop: orders are checked, summed up, and put into a text
% with headings, tables, lists and a bill, from templates.

orders = read_orders (order_lines ());
printf ('%d orders read\n', numel (orders));

[orders, problems] = checked (orders);
if ~isempty (problems)
  printf ('%d left out:\n', numel (problems));
  cellfun (@(text) printf ('  - %s\n', text), problems);
end

document = {};
document = [document, heading('Report of the workshop', 1)];
document = [document, paragraph(filled (opening (), summary (orders)), 72)];

document = [document, heading('Customers', 2)];
document = [document, table_of(by_customer (orders), {'left', 'right', 'right', 'right'})];

document = [document, heading('Goods', 2)];
document = [document, table_of(by_article (orders), {'left', 'right', 'right', 'center'})];

document = [document, heading('Months', 2)];
document = [document, chart(by_month (orders), 40)];

document = [document, heading('Largest orders', 2)];
document = [document, numbered(largest (orders, 3))];

document = [document, heading('A bill', 2)];
document = [document, bill(orders(2))];

document = with_contents (document);
printf ('%s\n', document{:});

printf ('\nwords: %d, longest line: %d\n', word_count (document), ...
        max (cellfun (@numel, document)));
