first = 'alpha';
second = 'gamma';
list = [double(first); double(second)];
