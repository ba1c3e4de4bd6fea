1;
assert(classIndex({'rose', 'setosa'}, 'x'), 2);
