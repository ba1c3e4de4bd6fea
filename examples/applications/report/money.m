function text = money (amount)
  % An amount with commas between thousands.

  text = sprintf ('%.2f', amount);
  text = regexprep (text, '(\d)(?=(\d{3})+\.)', '$1,');
end
