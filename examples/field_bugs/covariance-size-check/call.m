1;
xy = covEllipse(eye(2)); assert(size(xy), [2 60]);
id = '';
try
  covEllipse([1 0; 0 1; 5 5]);
catch err
  id = err.identifier;
end
assert(id, 'covEllipse:size');
