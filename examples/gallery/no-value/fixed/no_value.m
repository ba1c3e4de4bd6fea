function no_value()
  report(3);
end
function report(n)
  printf('%d\n', n);
end
