a = int8(5);
b = int8(7);
c = a + b;
