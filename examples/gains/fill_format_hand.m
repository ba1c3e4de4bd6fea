function text = fill_format_hand (values)
  text = ['a = ', sprintf('%d', values(1)), ', b = ', sprintf('%.3f', values(2)), '%'];
end
