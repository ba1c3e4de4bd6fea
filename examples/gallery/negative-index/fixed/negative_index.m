history = [10 20 30];
latest = history(end);
