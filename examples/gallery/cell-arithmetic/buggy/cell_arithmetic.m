readings = {1.5, 2.5, 4};
doubled = readings * 2;  %? error[class-mismatch]
