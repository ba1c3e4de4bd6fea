1;
assert(size(stackVolumes({ones(2,3), zeros(2,3)})), [2 3 2]);
msg = '';
try
  stackVolumes({ones(2,3), ones(3,2)});
catch err
  msg = err.message;
end
assert(msg, 'slice 2 is 3x2, not 2x3');
