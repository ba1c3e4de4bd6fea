function no_value()
  x = report(3);  %? error[missing-value]
end
function report(n)
  printf('%d\n', n);
end
