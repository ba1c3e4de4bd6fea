s = struct('age', 36, 'name', 'Ada');
