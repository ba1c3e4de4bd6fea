count = 5;
n = count.value;  %? error[class-mismatch]
