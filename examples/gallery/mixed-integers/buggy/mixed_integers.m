a = int8(5);
b = int16(7);
c = a + b;  %? error[class-mismatch]
