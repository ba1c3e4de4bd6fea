first = 'alpha';
second = 'be';
list = [double(first); double(second)];  %? error[concatenation]
