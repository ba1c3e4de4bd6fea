s = struct('age', 36, 'name');  %? error[argument-count]
