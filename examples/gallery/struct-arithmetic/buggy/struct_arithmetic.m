point.x = 3;
point.y = 4;
shifted = point + 1;  %? error[class-mismatch]
