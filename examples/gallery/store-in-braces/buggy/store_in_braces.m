parts = [1 2 3];
parts{2} = "two";  %? error[class-mismatch]
