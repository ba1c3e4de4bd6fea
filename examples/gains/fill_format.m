function text = fill_format (format, values)
  % A small language of formats: %d, %f and %% in a text.
  text = '';
  next = 1;
  k = 1;
  while k <= numel (format)
    if format(k) == '%'
      switch format(k + 1)
        case 'd'
          text = [text, sprintf('%d', values(next))];
          next = next + 1;
        case 'f'
          text = [text, sprintf('%.3f', values(next))];
          next = next + 1;
        case '%'
          text = [text, '%'];
        otherwise
          error ('fill_format: %s means nothing', format(k + 1));
      end
      k = k + 2;
    else
      text = [text, format(k)];
      k = k + 1;
    end
  end
end
