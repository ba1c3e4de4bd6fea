history = [10 20 30];
latest = history(-1);  %? error[invalid-index]
