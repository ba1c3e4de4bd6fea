list = 1:5;
list(5) = [];
